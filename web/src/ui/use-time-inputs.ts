import type { MouseEvent } from 'react'
import { useTexts } from '../i18n/use-texts.ts'

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

/** In a calendar that is open over a dialog, Escape closes the calendar alone. */
const IN_CALENDAR = { ...KEPT_SELECTED, 'data-mantine-stop-propagation': true }

/** Properties for the time within a date's field. */
export function useTimeInputs() {
  const { t } = useTexts()
  return {
    hoursInputLabel: t('settings.windows.hours'),
    minutesInputLabel: t('settings.windows.minutes'),
    hoursInputProps: IN_CALENDAR,
    minutesInputProps: IN_CALENDAR,
  }
}
