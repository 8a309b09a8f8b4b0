import { type Chat, chatOfLid, chatOfNumber } from '../messages/chat.ts'
import { canonicalKey, personKey, spellingsOf } from '../phone-numbers/canonical-key.ts'
import { lidOfNumberKey, numberOfLid } from '../phone-numbers/lids.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A person as a request names them. */
export interface PersonRef {
  /** '' while only the person's LID is known. */
  number: string
  lid?: string | undefined
}

/** A person whose data a company holds, with all identifiers that lead to the data. */
export interface DataSubject {
  /** The number in all its spellings, canonical, the given one first; empty while only the LID is known. */
  numbers: string[]
  /** The known LIDs of these numbers, and the given one. */
  lids: string[]
  /** The possible names of their conversations. */
  chats: Chat[]
}

/** Adds what the company knows: the LID of a number, the number of a LID. */
export async function subjectOf(table: TenantTable, given: PersonRef): Promise<DataSubject> {
  const known = given.number || (given.lid && (await numberOfLid(table, given.lid)))
  const numbers = known ? spellingsOf(canonicalKey(known)) : []
  const found = await table.getMany(numbers.map(lidOfNumberKey))
  const lids = [...new Set([...found.map(({ lid }) => lid), ...(given.lid ? [given.lid] : [])])]
  return identifiedBy(numbers, lids)
}

const identifiedBy = (numbers: string[], lids: string[]): DataSubject => ({
  numbers,
  lids,
  chats: [...numbers.map(chatOfNumber), ...lids.map(chatOfLid)],
})

/** A person with the identifiers of two readings: a LID may become known, or be forgotten, between them. */
export const withIdentifiersOf = (one: DataSubject, other: DataSubject): DataSubject =>
  identifiedBy([...new Set([...one.numbers, ...other.numbers])], [...new Set([...one.lids, ...other.lids])])

/** The person by each single identifier, for rows that are found by a number or a LID. '' is no number. */
export const identitiesOf = ({
  numbers,
  lids,
}: DataSubject): { number: string; lid: string | undefined }[] => [
  ...numbers.map((number) => ({ number, lid: undefined })),
  ...lids.map((lid) => ({ number: '', lid })),
]

/** Whether a number or a LID belongs to the person. Numbers decide where both are known. */
export function isTheirs(
  { numbers: [number], lids }: DataSubject,
  of: { number?: string | null | undefined; lid?: string | null | undefined },
): boolean {
  if (of.number && number) return personKey(of.number) === personKey(number)
  return Boolean(of.lid) && lids.some((lid) => lid === of.lid)
}

/** The last eight digits of the number, which all its spellings share; the LID of a person without a number. */
export const commonDigits = ({ numbers: [number], lids: [lid] }: DataSubject): string =>
  number ? number.slice(-8) : (lid ?? '')
