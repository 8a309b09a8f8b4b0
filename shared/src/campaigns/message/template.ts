import type { ContactFields } from '../../contact-lists/contact-list-item.ts'

export type Greeting = 'Bom dia' | 'Boa tarde' | 'Boa noite'

/** The greeting of `{saudacao}` at a moment in a zone; it changes at 5, 12 and 18 o'clock. */
export function greetingAt(date: Date, timeZone: string): Greeting {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...HOUR, timeZone })
  clocks.set(timeZone, clock)
  const hour = Number(clock.format(date))
  if (hour < 5 || hour >= 18) return 'Boa noite'
  return hour < 12 ? 'Bom dia' : 'Boa tarde'
}

const HOUR = { hour: '2-digit', hourCycle: 'h23' } as const
/** By zone: creating a format takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The names in braces in a text, in lower case. */
export const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(VARIABLE)].map(([, double, single]) => (double ?? single ?? '').toLowerCase()))

/** Double braces come first, so that `{{nome}}` leaves no brace behind. */
const VARIABLE = /\{\{\s*(\w+)\s*\}\}|\{\s*(\w+)\s*\}/g

/**
 * Replaces the variables of part 3 §6 with a contact's values, in single or double braces, in any case. A variable
 * without a value becomes an empty text. Other names in braces stay as written.
 */
export function fillTemplate(
  text: string,
  contact: Omit<ContactFields, 'name'> & { name: string },
  { greeting }: { greeting: string },
): string {
  const values = new Map([
    ['saudacao', greeting],
    ['nome', contact.name],
    ['numero', contact.number],
    ['email', contact.email],
    ['var1', contact.var1],
    ['var2', contact.var2],
    ['var3', contact.var3],
  ])
  return text.replace(
    VARIABLE,
    (whole, double: string | undefined, single: string | undefined) =>
      values.get((double ?? single ?? '').toLowerCase()) ?? whole,
  )
}
