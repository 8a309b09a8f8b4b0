import { cutText } from '@recado/shared/text'
import { wallTimeOf } from '../../ui/dates.ts'

const DAY = 'YYYY-MM-DD'.length
const MINUTE = 'YYYY-MM-DD HH:mm'.length

/**
 * A time in words: `21:54` today, `26/11, 09:00` on another day, with the year if it is another one.
 * @param wallTime the company's local time, YYYY-MM-DD HH:mm:ss
 * @param now milliseconds since 1970
 */
export function whenText(wallTime: string, now: number, zone: string): string {
  const today = cutText(wallTimeOf(now, zone), DAY)
  const time = wallTime.slice(DAY + 1, MINUTE)
  const date = cutText(wallTime, DAY)
  if (date === today) return time
  const [year, month, day] = date.split('-')
  return `${day}/${month}${today.startsWith(`${year}-`) ? '' : `/${year}`}, ${time}`
}
