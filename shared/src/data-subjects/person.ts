import { type Chat, chatOfLid, chatOfNumber } from '../messages/chat.ts'
import { canonicalKey, spellingsOf } from '../phone-numbers/canonical-key.ts'
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
  /** Canonical; '' while only the person's LID is known. */
  number: string
  /** The person's LID, if known. */
  lid: string | undefined
  /** The possible names of their conversations. */
  chats: Chat[]
}

/** Adds what the company knows: the LID of a number, the number of a LID. */
export async function subjectOf(table: TenantTable, given: PersonRef): Promise<DataSubject> {
  const known = given.number || (given.lid && (await numberOfLid(table, given.lid)))
  const number = known ? canonicalKey(known) : ''
  const lid = (number && (await table.get(lidOfNumberKey(number)))?.lid) || given.lid
  const spellings = number ? spellingsOf(number) : []
  return {
    number,
    lid,
    chats: [...spellings.map((one) => chatOfNumber(one)), ...(lid ? [chatOfLid(lid)] : [])],
  }
}

/** Whether a number or a LID belongs to the person. Numbers decide where both are known. */
export const isTheirs = (
  { number, lid }: DataSubject,
  of: { number?: string | null | undefined; lid?: string | null | undefined },
): boolean => (of.number && number ? canonicalKey(of.number) === number : Boolean(of.lid) && of.lid === lid)

/** The last eight digits of the number, which all its spellings share; the LID of a person without a number. */
export const commonDigits = ({ number, lid }: DataSubject): string =>
  number ? number.slice(-8) : (lid ?? '')
