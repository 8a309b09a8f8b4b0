/**
 * Writes a number into a file. Foreign numbers get a +: an import would read 51912345678 (Peru) as a number of Porto
 * Alegre.
 */
export const numberCell = (number: string): string => (/^(?!55)\d/.test(number) ? `+${number}` : number)
