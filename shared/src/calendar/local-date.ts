/** The date that the calendar of a zone shows at a moment: `2026-11-21`. */
export function localDate(at: number, timeZone: string): string {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, calendar)
  return calendar.format(at)
}

/** By zone: creating a calendar takes longer than using it a hundred times. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** Formats a moment (ISO 8601) in a company's zone: "22/11/2026 14:03:59"; '' for no moment. */
export type Clock = (at: string | null | undefined) => string

export function clockOf(timeZone: string): Clock {
  const clock = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (at) => (at ? clock.format(Date.parse(at)).replace(',', '') : '')
}
