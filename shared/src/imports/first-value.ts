/** Between several values of one kind in a cell of Google Contacts' export, such as two mobiles. */
const NEXT_VALUE = ' ::: '

/** The first of several values in a cell. */
export const firstValueOf = (cell: string): string => cell.split(NEXT_VALUE, 1).join('')
