/** The date that the calendar of a zone shows at a moment: `2026-11-21`. */
export function localDate(at: number, timeZone: string): string {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, calendar)
  return calendar.format(at)
}

/** By zone: making one takes longer than a hundred uses of it. */
const calendars = new Map<string, Intl.DateTimeFormat>()
