import { type Chat, chatOfLid, chatOfNumber } from '../messages/chat.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { lidOfNumberKey } from '../phone-numbers/lids.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A person whose data a company holds, with all identifiers that lead to the data. */
export interface DataSubject {
  /** Canonical. */
  number: string
  /** The person's LID, if known. */
  lid: string | undefined
  /** The possible names of their conversations. */
  chats: Chat[]
}

export async function subjectOf(table: TenantTable, given: string): Promise<DataSubject> {
  const number = canonicalKey(given)
  const { lid } = (await table.get(lidOfNumberKey(number))) ?? {}
  return { number, lid, chats: [chatOfNumber(number), ...(lid ? [chatOfLid(lid)] : [])] }
}

/** Whether a number or a LID belongs to the person. */
export const isTheirs = (
  { number, lid }: DataSubject,
  of: { number?: string | null | undefined; lid?: string | null | undefined },
): boolean => (of.number ? canonicalKey(of.number) === number : Boolean(of.lid) && of.lid === lid)

/** The last eight digits, which all spellings of the number share. */
export const commonDigits = ({ number }: DataSubject): string => number.slice(-8)
