import { nameFromOutside } from '@recado/shared/contacts/contact-names'
import { firstOf } from '@recado/shared/first-of'
import { contactsNamed, placesOf, shownName } from '@recado/shared/known-contacts/known-contacts'
import type { Content } from '@recado/shared/messages/content'
import { isSamePerson, type Person } from '@recado/shared/messages/inbound'
import { canonicalKey } from '@recado/shared/phone-numbers/canonical-key'
import { numbersOfLids } from '@recado/shared/phone-numbers/lids'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import type { TenantTable } from '@recado/shared/table/tenant'
import { personOf } from '../wire/jids.ts'
import { MOST_ENTRIES, textOf } from './words.ts'

/** The account itself. */
export interface Self extends Person {
  /** Its profile name. */
  name: string
}

/**
 * The digits are the user of the mentioned JID: of a LID in most groups (reported: Baileys#1683). LIDs and numbers have some 15
 * digits. A sender may write more, and a key of the table has room for 1024 bytes.
 */
const MENTION = /@(\d{1,20})(?!\d)/g

/**
 * Content whose words name mentioned people as WhatsApp's app does: by the account's name for them, else by their number.
 * A person without a known name or number stays as written. The table is read only if the words mention a person.
 * @param jids the people that the message mentions
 */
export async function withNames(
  table: TenantTable,
  connectionId: string,
  content: Content,
  { jids, self }: { jids: readonly string[]; self: Self },
): Promise<Content> {
  const written = wordsIn(content)
  const users = new Set(Array.from(written.matchAll(MENTION), ([, user]) => user))
  const mentioned = jids.flatMap((jid) => personOf(jid) ?? []).filter((one) => users.has(userOf(one)))
  if (mentioned.length === 0) return content
  const names = await namesOf(table, connectionId, firstOf(mentioned, MOST_ENTRIES), self)
  return withWords(
    content,
    textOf(written.replace(MENTION, (as, user: string) => (names.has(user) ? `@${names.get(user)}` : as))),
  )
}

/** The names, or else the numbers, of people by the user of their JID. */
async function namesOf(
  table: TenantTable,
  connectionId: string,
  people: readonly Person[],
  self: Self,
): Promise<Map<string, string>> {
  const lids = people.flatMap(({ number, lid }) => (number === undefined && lid !== undefined ? [lid] : []))
  const numbers = await numbersOfLids(table, [...new Set(lids)])
  const known = people.map(({ number, lid }) => ({
    user: userOf({ number, lid }),
    isSelf: isSamePerson({ number, lid }, self),
    number: number ?? numbers.get(lid ?? '') ?? null,
    lid: lid ?? null,
  }))
  const contacts = await contactsNamed(
    table,
    connectionId,
    known.filter(({ isSelf }) => !isSelf),
  )
  const named = known.flatMap(({ user, isSelf, ...person }): [string, string][] => {
    const rows = placesOf(person).flatMap((place) => contacts.get(place) ?? [])
    const name = (isSelf ? [self.name] : rows.map(shownName)).map(nameFromOutside).find((each) => each !== '')
    const number = isSelf ? (self.number ?? person.number) : person.number
    const shown = name ?? (number ? formatNumber(canonicalKey(number)) : '')
    return shown === '' ? [] : [[user, shown]]
  })
  return new Map(named)
}

const userOf = ({ number, lid }: Person): string => lid ?? number ?? ''

function wordsIn(content: Content): string {
  if (content.type === 'text' || content.type === 'edit') return content.text
  return 'caption' in content ? content.caption : ''
}

function withWords(content: Content, words: string): Content {
  if (content.type === 'text' || content.type === 'edit') return { ...content, text: words }
  return 'caption' in content ? { ...content, caption: words } : content
}
