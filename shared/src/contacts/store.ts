import { type Chat, chatOfLid, chatOfNumber, lidOfChat } from '../messages/chat.ts'
import { otherSpelling } from '../phone-numbers/canonical-key.ts'
import { allRows, ConditionFailed, deleteRow, putRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { allCards, type ContactLine, cardKey, cardWrite, lineOf, linesOf } from './contact-cards.ts'
import {
  type ContactMark,
  chatsOfContact,
  contactKey,
  markKey,
  markOf,
  type StoredContact,
} from './stored-contact.ts'

/** A contact before and after a change; without `before` it is new, without `after` it is deleted. */
export interface ContactWrite {
  before?: StoredContact | undefined
  after?: StoredContact | undefined
}

/** Result of a write: made, refused because a row has changed since, or because another contact has a number or LID. */
export type ContactOutcome = 'written' | 'changed' | 'taken'

/** The writes of some contacts, for one transaction. */
export interface PreparedWrites {
  writes: Write[]
  /** The writes from here on claim numbers and LIDs. */
  claimsFrom: number
}

/**
 * Prepares the writes of contacts: their rows on condition of their revision, their lines on cards, and the marks of
 * their numbers and LIDs. A new contact with a number takes two writes, and one for its card.
 */
export async function prepareContactWrites(
  table: TenantTable,
  changes: readonly ContactWrite[],
): Promise<PreparedWrites> {
  const own = changes.flatMap(ownWrite)
  const [cards, marks] = [await cardWrites(table, changes), changes.flatMap(markWrites)]
  const claims = changes.flatMap(claimWrites)
  const writes = [...own, ...cards, ...marks]
  return { writes: [...writes, ...claims], claimsFrom: writes.length }
}

/**
 * Writes contacts in one transaction.
 * @param also further writes; if one of them fails, the outcome is 'changed'
 */
export async function writeContacts(
  table: TenantTable,
  changes: readonly ContactWrite[],
  also: readonly Write[] = [],
): Promise<ContactOutcome> {
  const { writes, claimsFrom } = await prepareContactWrites(table, changes)
  try {
    await table.transact([...writes, ...also])
    return 'written'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const failedClaim = error.failures.findIndex((failure, at) => at >= claimsFrom && failure !== undefined)
    const failed = error.failures.findIndex((failure) => failure !== undefined)
    return failed === failedClaim && failed < writes.length ? 'taken' : 'changed'
  }
}

/** A contact after its next change. */
export const changedContact = (
  before: StoredContact,
  change: Partial<StoredContact>,
  at: string,
): StoredContact => ({ ...before, ...change, updatedAt: at })

/** The condition that a contact is as it was read. */
export const asRead = ({ revision }: StoredContact) => ({ revision })

function ownWrite({ before, after }: ContactWrite): Write[] {
  if (after) {
    const row = { ...after, revision: (before?.revision ?? 0) + 1, ...contactKey(after.id) }
    return [putRow(row, before ? asRead(before) : { pk: { exists: false } })]
  }
  return before ? [deleteRow(contactKey(before.id), asRead(before))] : []
}

async function cardWrites(table: TenantTable, changes: readonly ContactWrite[]): Promise<Write[]> {
  const moved = changes.filter(({ before, after }) => !isSameLine(before, after))
  const byCard = Map.groupBy(moved, ({ before, after }) => (after ?? before)?.card ?? 0)
  const read = await table.getMany([...byCard.keys()].map(cardKey))
  const known = new Map(read.map((card) => [card.place, card]))
  return [...byCard].map(([card, some]) => cardWrite(card, known.get(card), some))
}

function isSameLine(before: StoredContact | undefined, after: StoredContact | undefined): boolean {
  if (!before || !after) return false
  const [one, other] = [lineOf(before), lineOf(after)]
  return LINE_FIELDS.every((field) => one[field] === other[field])
}

const LINE_FIELDS = ['mergedInto', 'lid', 'name', 'number', 'email'] satisfies (keyof ContactLine)[]

/** The marks that a contact keeps or leaves. */
function markWrites({ before, after }: ContactWrite): Write[] {
  if (!before) return []
  const kept = after ? chatsOfContact(after) : []
  return chatsOfContact(before).map((chat) =>
    after && kept.includes(chat)
      ? putRow({ ...markOf(after), ...markKey(chat) }, { holder: before.id })
      : deleteRow(markKey(chat), { holder: before.id }),
  )
}

/** The marks that a contact takes. */
function claimWrites({ before, after }: ContactWrite): Write[] {
  if (!after) return []
  const had = before ? chatsOfContact(before) : []
  return chatsOfContact(after)
    .filter((chat) => !had.includes(chat))
    .map((chat) => putRow({ ...markOf(after), ...markKey(chat) }, { pk: { exists: false } }))
}

/** A contact as it is stored, merged or not. */
export async function getContact(table: TenantTable, contactId: string): Promise<StoredContact | undefined> {
  const row = await table.get(contactKey(contactId))
  return row && withoutKey(row)
}

/** The contact that stands for this one: itself, or the one that it was merged into. */
export async function survivorOf(table: TenantTable, contactId: string): Promise<StoredContact | undefined> {
  const found = await getContact(table, contactId)
  return found?.mergedInto ? survivorOf(table, found.mergedInto) : found
}

/** The contacts of these ids, in their order; deleted ones are missing. */
export async function contactsOfIds(table: TenantTable, ids: readonly string[]): Promise<StoredContact[]> {
  const rows = await table.getMany(ids.map(contactKey))
  const byId = new Map(rows.map((row) => [row.id, withoutKey(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** All contacts in no order, also merged ones. */
export async function* allContacts(table: TenantTable): AsyncGenerator<StoredContact> {
  for await (const row of allRows(table, { pk: contactKey('').pk })) yield withoutKey(row)
}

/** Whose number, in either spelling (ADR 54), and LID these are; not yet resolved to survivors. */
export async function contactMarks(
  table: TenantTable,
  { number, lid }: { number?: string | undefined; lid?: string | undefined },
): Promise<{ byNumber?: ContactMark; byLid?: ContactMark }> {
  const keys = {
    byNumber: markKey(number ? chatOfNumber(number) : NOBODY),
    byLid: markKey(lid ? chatOfLid(lid) : NOBODY),
  }
  const other = number && otherSpelling(number)
  if (!other) return table.getNamed<Record<keyof typeof keys, ContactMark>>(keys)
  const withOther = { ...keys, byOther: markKey(chatOfNumber(other)) }
  const { byOther, ...marks } = await table.getNamed<Record<keyof typeof withOther, ContactMark>>(withOther)
  return byOther ? { byNumber: byOther, ...marks } : marks
}

/** The contact with the number or LID of a conversation; not yet resolved to its survivor. */
export async function markOfChat(table: TenantTable, chat: Chat): Promise<ContactMark | undefined> {
  const lid = lidOfChat(chat)
  const { byNumber, byLid } = await contactMarks(table, lid ? { lid } : { number: chat })
  return byNumber ?? byLid
}

/** A key without a row. */
const NOBODY: Chat = '-'

/** Which of these numbers have a contact, by canonical number. */
export async function knownNumbers(table: TenantTable, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await table.getMany(numbers.map((number) => markKey(chatOfNumber(number))))
  return new Set(rows.map(({ sk }) => sk))
}

/** The lines of all contacts on cards with this text; of all contacts without one. */
export async function linesWith(table: TenantTable, text = ''): Promise<ContactLine[]> {
  const lines: ContactLine[] = []
  for await (const card of allCards(table, text)) lines.push(...linesOf(card))
  return lines
}

function withoutKey<T extends { pk: unknown; sk: unknown }>({ pk: _, sk: __, ...contact }: T) {
  return contact
}
