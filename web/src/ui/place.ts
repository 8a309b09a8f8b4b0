export interface Place {
  pathname: string
  search: object
}

/** A page and its open tab. The open message of a campaign is part of the URL too, and switching it leaves nothing. */
export const placeOf = ({ pathname, search }: Place): string =>
  `${pathname} ${'tab' in search ? search.tab : undefined}`

/** Whether a navigation leaves a form. @param staysOverTabs the form is on the page in every tab */
export const leavesForm = (current: Place, next: Place, staysOverTabs: boolean): boolean =>
  staysOverTabs ? current.pathname !== next.pathname : placeOf(current) !== placeOf(next)

/** Whether a navigation may close an open dialog: it leaves the page, or the URL names another dialog or none. */
export const closesDialog = (current: Place, next: Place): boolean =>
  dialogPlaceOf(current) !== dialogPlaceOf(next)

const dialogPlaceOf = (place: Place): string => {
  const { search } = place
  return `${placeOf(place)} ${'dialog' in search ? search.dialog : undefined} ${'id' in search ? search.id : undefined}`
}
