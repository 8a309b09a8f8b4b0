/** The ticket whose composer takes the focus as soon as the user may answer there. */
let wanted: string | undefined

/** Moves the focus into the composer of a ticket that is about to be shown, also from another field. */
export function focusComposerOf(ticketId: string): void {
  wanted = ticketId
}

/** Whether the composer of a ticket is to take the focus now. It is asked for once. */
export function takesFocus(ticketId: string): boolean {
  const isWanted = wanted === ticketId
  if (isWanted) wanted = undefined
  return isWanted
}
