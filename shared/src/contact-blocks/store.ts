import { canonicalKey } from '../contacts/phone-number.ts'
import { searchable } from '../contacts/searchable.ts'
import { lidOfNumberKey, numbersOfLids } from '../conversations/identity.ts'
import { pageNewestFirst } from '../table/newest-first.ts'
import { type All, allRows, committed, type Key, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type ContactBlock, contactBlock } from './contact-block.ts'

/** What is stored of a blocked contact. One of `number` and `lid` is known. */
export interface StoredBlock extends ContactBlock {
  /** WhatsApp's own id of the person, where they were blocked before their number was known. */
  lid?: string
  /** Name and number in small letters: what a search looks in. */
  searchText?: string
}

const PARTITION = 'CONTACT-BLOCKS'
const blockRowKey = (id: string): Key => ({ pk: PARTITION, sk: id })
/** How many there are. */
const COUNT: Key = { pk: 'COMPANY', sk: 'CONTACT-BLOCKS' }

/** The row that makes a number blocked, however it is spelled: what everything that sends looks up. */
export const blockKey = (number: string): Key => ({ pk: 'BLOCKS', sk: canonicalKey(number) })
const LID = 'lid-'
/** Of somebody of whom only WhatsApp's own id was known when they were blocked. */
export const lidBlockKey = (lid: string): Key => ({ pk: 'BLOCKS', sk: `${LID}${lid}` })
const markOf = ({ number, lid }: Pick<StoredBlock, 'number' | 'lid'>): Key =>
  number === '' ? lidBlockKey(lid ?? '') : blockKey(number)

/**
 * Whether nothing that sends by itself may write to this number: it is blocked under any of its spellings, or
 * the person behind it was while only WhatsApp's own id of them was known. Strongly consistent.
 */
export async function isBlocked(table: TenantTable, number: string): Promise<boolean> {
  const rows = await table.getMany<{ lid?: string }>([blockKey(number), lidOfNumberKey(number)])
  if (rows.some(({ pk }) => pk === 'BLOCKS')) return true
  const { lid } = rows[0] ?? {}
  return lid !== undefined && (await table.get(lidBlockKey(lid))) !== undefined
}

/** Which of these numbers are blocked, by canonical number. */
export async function blockedNumbers(table: TenantTable, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await table.getMany(numbers.map(blockKey))
  return new Set(rows.map(({ sk }) => sk))
}

/** All numbers that are blocked, canonical. */
export async function allBlockedNumbers(table: TenantTable): Promise<Set<string>> {
  const numbers = new Set<string>()
  const lids: string[] = []
  for await (const { sk } of allRows(table, { pk: blockKey('').pk, consistent: true })) {
    if (sk.startsWith(LID)) lids.push(sk.slice(LID.length))
    else numbers.add(sk)
  }
  for (const number of (await numbersOfLids(table, lids)).values()) numbers.add(canonicalKey(number))
  return numbers
}

/** The writes that block these people; they fail where one of them is blocked already. */
export const blockingWrites = (blocks: readonly StoredBlock[]): Write[] => [
  { update: COUNT, change: { add: { count: blocks.length } } },
  ...blocks.flatMap((block): Write[] => [
    { put: { ...markOf(block), holder: block.id }, when: { pk: { exists: false } } },
    { put: { ...block, searchText: searchTextOf(block), ...blockRowKey(block.id) } },
  ]),
]

const searchTextOf = ({ name, number }: StoredBlock) => `${searchable(name)} ${number}`

/** @returns false where the person is blocked already */
export const putBlock = (table: TenantTable, block: StoredBlock): Promise<boolean> =>
  committed(table.transact(blockingWrites([block])))

export const getBlock = (table: TenantTable, id: string) => table.get<StoredBlock>(blockRowKey(id))

/** @returns false where there is no such block */
export const deleteBlock = (table: TenantTable, block: StoredBlock): Promise<boolean> =>
  committed(
    table.transact([
      { delete: blockRowKey(block.id), when: { pk: { exists: true } } },
      { delete: markOf(block), when: { holder: block.id } },
      { update: COUNT, change: { add: { count: -1 } } },
    ]),
  )

export async function countOfBlocks(table: TenantTable): Promise<number> {
  return (await table.get<{ count?: number }>(COUNT))?.count ?? 0
}

/** Newest first. @param text a searchTerm; '' for all */
export const pageOfBlocks = (
  table: TenantTable,
  { text, before, limit }: { text: string; before?: string | undefined; limit: number },
) => pageNewestFirst<StoredBlock>(table, { pk: PARTITION, ...filterOf(text), before, limit })

/** How many a search finds. */
export async function countOfFound(table: TenantTable, text: string): Promise<number> {
  let count = 0
  for await (const _ of allRows(table, { pk: PARTITION, ...filterOf(text) })) count++
  return count
}

const filterOf = (text: string): { filter?: All } =>
  text ? { filter: { searchText: { contains: text } } } : {}

/** A blocked contact as it is shown; what else stands in its row stays there. */
export const blockOf = (block: StoredBlock): ContactBlock => contactBlock.parse(block)
