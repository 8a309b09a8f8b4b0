import { createHmac } from 'node:crypto'
import { type Chat, lidOfChat } from '../messages/chat.ts'
import { canonicalKey, otherSpelling } from '../phone-numbers/canonical-key.ts'
import { lidOfNumberKey, numbersOfLids } from '../phone-numbers/lids.ts'
import { searchable } from '../searchable.ts'
import { pageNewestFirst } from '../table/pages.ts'
import {
  type All,
  allRows,
  checkRow,
  committed,
  deleteRow,
  type Key,
  keyIn,
  partition,
  putRow,
  updateRow,
  type Write,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cutText } from '../text.ts'
import { type ContactBlock, contactBlock, type OptOutEvidence } from './contact-block.ts'

/** A stored blocked contact. At least one of `number` and `lid` is known. */
export interface StoredBlock extends ContactBlock {
  /** The person's LID, if they were blocked before their number was known. */
  lid?: string
  /** The block's origin before the person opted out. It is restored when the opt-out ends. */
  blockedBefore?: 'MANUAL' | 'IMPORT'
  /** Name and number in lower case, for searches. */
  searchText?: string
}

interface BlockCount {
  count: number
}

/** The row that blocks a number or a LID. */
export interface BlockMark {
  /** The id of the blocked contact; missing for an erased person. */
  holder?: string
}

const PARTITION = partition<StoredBlock>('CONTACT-BLOCKS')
export const blockRowKey = (id: string): Key<StoredBlock> => ({ pk: PARTITION, sk: id })
/** The number of blocked contacts. */
const COUNT = keyIn<BlockCount>('COMPANY', 'CONTACT-BLOCKS')

/** The row that blocks a number in all its spellings. Every automatic message looks it up. */
export const blockKey = (number: string): Key<BlockMark> => keyIn('BLOCKS', canonicalKey(number))
const LID = 'lid-'
const ERASED = 'erased-'
/** The row that blocks a person who was blocked while only their LID was known. */
export const lidBlockKey = (lid: string): Key<BlockMark> => keyIn('BLOCKS', `${LID}${lid}`)
/**
 * The row that blocks an erased person. It is not readable, but the person's number leads to it. The hash uses the
 * company's id, so that the marks of two companies cannot be compared.
 */
export const erasedBlockKey = (companyId: string, number: string): Key<BlockMark> =>
  erasedKey(companyId, canonicalKey(number))
/** The same for a person who was erased while only their LID was known. */
export const erasedLidKey = (companyId: string, lid: string): Key<BlockMark> =>
  erasedKey(companyId, `${LID}${lid}`)

const erasedKey = (companyId: string, who: string): Key<BlockMark> =>
  keyIn('BLOCKS', `${ERASED}${cutText(createHmac('sha256', companyId).update(who).digest('hex'), 32)}`)

/** Whether a person was blocked or erased while only their LID was known. Strongly consistent. */
export async function isLidBlocked(table: TenantTable, lid: string): Promise<boolean> {
  const rows = await table.getMany([lidBlockKey(lid), erasedLidKey(table.companyId, lid)])
  return rows.length > 0
}
/** The row that blocks a person: by number, or by LID while no number is known. */
export const markOf = ({ number, lid }: Pick<StoredBlock, 'number' | 'lid'>): Key<BlockMark> =>
  number === '' ? lidBlockKey(lid ?? '') : blockKey(number)

/** The rows that forbid automatic messages to a number, and those that lead to its person's LID. */
export type NumberBlocks = {
  block: BlockMark
  erased: BlockMark
  person: { lid: string }
  otherBlock?: BlockMark
  otherErased?: BlockMark
  otherPerson?: { lid: string }
}

/** @param other the number in another spelling, which canonical keys keep apart: a block may be stored under either */
export const numberBlockKeys = (
  companyId: string,
  number: string,
  other = otherSpelling(number),
): { [N in keyof NumberBlocks]: Key<NonNullable<NumberBlocks[N]>> } => ({
  block: blockKey(number),
  erased: erasedBlockKey(companyId, number),
  person: lidOfNumberKey(number),
  ...(other && {
    otherBlock: blockKey(other),
    otherErased: erasedBlockKey(companyId, other),
    otherPerson: lidOfNumberKey(other),
  }),
})

/** Whether a number is blocked by these rows. @param lookedUp a LID that is known not to be blocked */
export async function isNumberBlocked(
  table: TenantTable,
  { block, erased, person, otherBlock, otherErased, otherPerson }: Partial<NumberBlocks>,
  lookedUp?: string,
): Promise<boolean> {
  if (block ?? erased ?? otherBlock ?? otherErased) return true
  const lids = new Set([person, otherPerson].flatMap((known) => known?.lid ?? []))
  for (const lid of lids) if (lid !== lookedUp && (await isLidBlocked(table, lid))) return true
  return false
}

/**
 * Whether automatic messages to this number are forbidden: any spelling of it is blocked, the person's LID is blocked,
 * or the person's data were erased. Strongly consistent.
 */
export const isBlocked = async (table: TenantTable, number: string): Promise<boolean> =>
  isNumberBlocked(table, await table.getNamed<NumberBlocks>(numberBlockKeys(table.companyId, number)))

/** As {@link isBlocked}, by a conversation: that of a number, or of a LID without one. */
export const isChatBlocked = (table: TenantTable, chat: Chat): Promise<boolean> => {
  const lid = lidOfChat(chat)
  return lid ? isLidBlocked(table, lid) : isBlocked(table, chat)
}

/** Which of these numbers are blocked, by canonical number. */
export async function blockedNumbers(table: TenantTable, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await table.getMany(numbers.map(blockKey))
  return new Set(rows.map(({ sk }) => sk))
}

/** A set of canonical numbers to look up one by one. */
export type Blocked = Pick<ReadonlySet<string>, 'has'>

/** All blocked numbers. */
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
  const isMarked = (number: string) => marks.has(number) || isErased(number)
  return {
    has(number) {
      const other = otherSpelling(number)
      return isMarked(number) || (other !== undefined && isMarked(other))
    },
  }
}

/** The writes that block these people; they fail if one of them is blocked already, by number or by LID. */
export const blockingWrites = (blocks: readonly StoredBlock[]): Write[] => [
  updateRow(COUNT, { add: { count: blocks.length } }),
  ...blocks.flatMap((block): Write[] => [
    putRow({ ...markOf(block), holder: block.id }, { pk: { exists: false } }),
    ...(block.number && block.lid ? [checkRow(lidBlockKey(block.lid), { pk: { exists: false } })] : []),
    putRow({ ...block, searchText: searchTextOf(block), ...blockRowKey(block.id) }),
  ]),
]

const searchTextOf = ({ name, number }: StoredBlock) => `${searchable(name)} ${number}`

/** @param also further writes of the transaction @returns false if the person is blocked already */
export const putBlock = (
  table: TenantTable,
  block: StoredBlock,
  also: readonly Write[] = [],
): Promise<boolean> => committed(table.transact([...blockingWrites([block]), ...also]))

export const getBlock = (table: TenantTable, id: string) => table.get(blockRowKey(id))

/** @returns false if the block does not exist, or has another origin by now */
export const deleteBlock = (table: TenantTable, block: StoredBlock): Promise<boolean> =>
  committed(table.transact(unblockingWrites(block)))

/** The writes that lift a block. They fail if it is gone, or has another origin by now. */
export const unblockingWrites = (block: StoredBlock): Write[] => [
  deleteRow(blockRowKey(block.id), { origin: block.origin }),
  deleteRow(markOf(block), { holder: block.id }),
  updateRow(COUNT, { add: { count: -1 } }),
]

/**
 * Turns a block by a user into the person's own opt-out.
 * @param also further writes of the transaction
 * @returns false if it is one already
 */
export const turnIntoOptOut = (
  table: TenantTable,
  { id, origin }: StoredBlock,
  evidence: OptOutEvidence,
  also: readonly Write[],
): Promise<boolean> => {
  if (origin === 'OPT_OUT') return Promise.resolve(false)
  const change = { set: { origin: 'OPT_OUT', evidence: { ...evidence }, blockedBefore: origin } } as const
  const byUser = { origin: { in: ['MANUAL', 'IMPORT'] } } as const
  return committed(table.transact([updateRow(blockRowKey(id), change, byUser), ...also]))
}

/** The blocks of one person, by number ('' if unknown) and by LID. */
export async function blocksOf(
  table: TenantTable,
  { number, lid }: { number: string; lid: string | undefined },
): Promise<StoredBlock[]> {
  const keys = [...(number ? [blockKey(number)] : []), ...(lid ? [lidBlockKey(lid)] : [])]
  const marks = await table.getMany(keys)
  return table.getMany(marks.flatMap(({ holder }) => (holder ? [blockRowKey(holder)] : [])))
}

export async function countOfBlocks(table: TenantTable): Promise<number> {
  return (await table.get(COUNT))?.count ?? 0
}

/** Newest first. @param text a searchTerm; '' for all */
export const pageOfBlocks = (
  table: TenantTable,
  { text, before, limit }: { text: string; before?: string | undefined; limit: number },
) => pageNewestFirst(table, { pk: PARTITION, ...filterOf(text), before, limit })

/** The number of search results. */
export async function countOfFound(table: TenantTable, text: string): Promise<number> {
  let count = 0
  for await (const _ of allRows(table, { pk: PARTITION, ...filterOf(text) })) count++
  return count
}

const filterOf = (text: string): { filter?: All<StoredBlock> } =>
  text ? { filter: { searchText: { contains: text } } } : {}

/** A blocked contact as the API shows it; other attributes of the row stay internal. */
export const blockOf = (block: StoredBlock): ContactBlock => contactBlock.parse(block)
