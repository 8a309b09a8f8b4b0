/** The date that the calendar of a zone shows at a moment: `2026-11-21`. */
export function localDate(at: number, timeZone: string): string {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, calendar)
  return calendar.format(at)
}

/** By zone: making one takes longer than a hundred uses of it. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** Writes a moment, ISO 8601, as a company's clocks show it: "22/11/2026 14:03:59"; '' where there is none. */
export type Clock = (at: string | null | undefined) => string

export function clockOf(timeZone: string): Clock {
  const clock = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (at) => (at ? clock.format(Date.parse(at)).replace(',', '') : '')
}
