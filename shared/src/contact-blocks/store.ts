import { createHmac } from 'node:crypto'
import { canonicalKey } from '../contacts/canonical-key.ts'
import { searchable } from '../contacts/searchable.ts'
import { lidOfNumberKey, numbersOfLids } from '../conversations/identity.ts'
import { pageNewestFirst } from '../table/newest-first.ts'
import { type All, allRows, committed, type Key, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cutText } from '../text.ts'
import { type ContactBlock, contactBlock, type OptOutEvidence } from './contact-block.ts'

/** What is stored of a blocked contact. One of `number` and `lid` is known. */
export interface StoredBlock extends ContactBlock {
  /** WhatsApp's own id of the person, where they were blocked before their number was known. */
  lid?: string
  /** The block's origin before the person opted out. It is restored when the opt-out ends. */
  blockedBefore?: 'MANUAL' | 'IMPORT'
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
const ERASED = 'erased-'
/** Of somebody of whom only WhatsApp's own id was known when they were blocked. */
export const lidBlockKey = (lid: string): Key => ({ pk: 'BLOCKS', sk: `${LID}${lid}` })
/**
 * Of somebody whose data were erased: nothing that can be read, but their own number leads to it. The key is the
 * company's, so that the marks of two companies cannot be compared.
 */
export const erasedBlockKey = (companyId: string, number: string): Key => ({
  pk: 'BLOCKS',
  sk: `${ERASED}${cutText(createHmac('sha256', companyId).update(canonicalKey(number)).digest('hex'), 32)}`,
})
const markOf = ({ number, lid }: Pick<StoredBlock, 'number' | 'lid'>): Key =>
  number === '' ? lidBlockKey(lid ?? '') : blockKey(number)

/**
 * Whether nothing that sends by itself may write to this number: it is blocked under any of its spellings, the
 * person behind it was while only WhatsApp's own id of them was known, or was erased. Strongly consistent.
 */
export async function isBlocked(table: TenantTable, number: string): Promise<boolean> {
  const erased = erasedBlockKey(table.companyId, number)
  const rows = await table.getMany<{ lid?: string }>([blockKey(number), erased, lidOfNumberKey(number)])
  if (rows.some(({ pk }) => pk === 'BLOCKS')) return true
  const { lid } = rows[0] ?? {}
  return lid !== undefined && (await table.get(lidBlockKey(lid))) !== undefined
}

/** Which of these numbers are blocked, by canonical number. */
export async function blockedNumbers(table: TenantTable, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await table.getMany(numbers.map(blockKey))
  return new Set(rows.map(({ sk }) => sk))
}

/** Numbers that can be asked for one by one, canonical. */
export type Blocked = Pick<ReadonlySet<string>, 'has'>

/** All numbers that are blocked. */
export async function allBlockedNumbers(table: TenantTable): Promise<Blocked> {
  const marks = new Set<string>()
  const lids: string[] = []
  let isAnyErased = false
  for await (const { sk } of allRows(table, { pk: blockKey('').pk, consistent: true })) {
    if (sk.startsWith(LID)) lids.push(sk.slice(LID.length))
    else marks.add(sk)
    isAnyErased ||= sk.startsWith(ERASED)
  }
  for (const number of (await numbersOfLids(table, lids)).values()) marks.add(canonicalKey(number))
  const isErased = (number: string) => isAnyErased && marks.has(erasedBlockKey(table.companyId, number).sk)
  return { has: (number) => marks.has(number) || isErased(number) }
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

/** A block that people made becomes the person's own wish. @returns false where it is that already */
export const turnIntoOptOut = (
  table: TenantTable,
  { id, origin }: StoredBlock,
  evidence: OptOutEvidence,
): Promise<boolean> => {
  const set = { origin: 'OPT_OUT', evidence: { ...evidence }, blockedBefore: origin }
  return committed(table.update(blockRowKey(id), { set }, { origin: { in: ['MANUAL', 'IMPORT'] } }))
}

/** The person takes an opt-out back. A block that people had made before stands again. @returns false where there is none */
export function endOptOut(table: TenantTable, block: StoredBlock): Promise<boolean> {
  if (block.origin !== 'OPT_OUT') return Promise.resolve(false)
  if (!block.blockedBefore) return deleteBlock(table, block)
  const change = { set: { origin: block.blockedBefore, evidence: null }, remove: ['blockedBefore'] }
  return committed(table.update(blockRowKey(block.id), change, { origin: 'OPT_OUT' }))
}

/** The blocks of one person, by number ('' where it is not known) and by LID. */
export async function blocksOf(
  table: TenantTable,
  { number, lid }: { number: string; lid: string | undefined },
): Promise<StoredBlock[]> {
  const keys = [...(number ? [blockKey(number)] : []), ...(lid ? [lidBlockKey(lid)] : [])]
  const marks = await table.getMany<{ holder: string }>(keys)
  return table.getMany<StoredBlock>(marks.map(({ holder }) => blockRowKey(holder)))
}

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
