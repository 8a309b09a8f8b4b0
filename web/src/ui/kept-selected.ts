import type { MouseEvent } from 'react'

/**
 * Keeps a number of a time selected that is clicked while it has the focus. Chromium ends a selection that is clicked,
 * after the click event, in which Mantine selects the number. A 09:30 that is typed beside an 08 would become 08:30.
 */
export const KEPT_SELECTED = {
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    // As Mantine's own handler, which this one replaces: the picker around it would move the focus.
    event.stopPropagation()
    if (document.activeElement !== event.currentTarget) return
    event.preventDefault()
    event.currentTarget.select()
  },
}
