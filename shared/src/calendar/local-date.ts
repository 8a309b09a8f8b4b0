import { cutText } from '../text.ts'
import { DAY_MS, localTimeOf } from './local-time.ts'

/**
 * The date that the calendar of a zone shows at a moment: `2026-11-21`. No locale formats it: ICU changed the short dates
 * of en-CA in version 72 and back in 73, so that Node 20.0 writes 11/21/26.
 */
export const localDate = (at: number, timeZone: string): string =>
  cutText(new Date(localTimeOf(timeZone, at).day * DAY_MS).toISOString(), 'YYYY-MM-DD'.length)

/** Formats a moment (ISO 8601) in a company's zone: "22/11/2026 14:03:59"; '' for no moment. */
export type Clock = (at: string | null | undefined) => string

export function clockOf(timeZone: string): Clock {
  const clock = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (at) => (at ? clock.format(Date.parse(at)).replace(',', '') : '')
}
