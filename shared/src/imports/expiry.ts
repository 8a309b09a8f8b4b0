/** Imports expire by themselves after this many days, whatever a company's retention is. */
export const IMPORTS_EXPIRE_DAYS = 90
