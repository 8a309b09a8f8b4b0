/** Widths of a report's grids, which share the page with the menu. Two columns from `md` on. */
export const BREAKPOINTS = { xs: '20em', sm: '30em', md: '54em', lg: '70em', xl: '80em' }
