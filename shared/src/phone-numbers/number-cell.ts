/**
 * A stored number as a file holds it, so that reading the file gives the same number: one of another country has its +,
 * because without it the number of a Peruvian (51912345678) is that of somebody in Porto Alegre.
 */
export const numberCell = (number: string): string => (/^(?!55)\d/.test(number) ? `+${number}` : number)
