/** Whether a place is the first page behind the login. It is loaded without what only other pages need. */
export const isFirstPage = ({ pathname }: { pathname: string }): boolean => pathname === '/'
