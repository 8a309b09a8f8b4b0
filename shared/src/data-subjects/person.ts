import { canonicalKey } from '../contacts/canonical-key.ts'
import { type Chat, chatOfLid, chatOfNumber } from '../conversations/chat.ts'
import { lidOfNumberKey } from '../conversations/identity.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Somebody whom a company holds data of, by everything that leads to them. */
export interface DataSubject {
  /** Canonical. */
  number: string
  /** WhatsApp's own id of them, once it is known. */
  lid: string | undefined
  /** The names their conversations may have. */
  chats: Chat[]
}

export async function subjectOf(table: TenantTable, given: string): Promise<DataSubject> {
  const number = canonicalKey(given)
  const { lid } = (await table.get<{ lid: string }>(lidOfNumberKey(number))) ?? {}
  return { number, lid, chats: [chatOfNumber(number), ...(lid ? [chatOfLid(lid)] : [])] }
}

/** Whether a number and a LID, as far as they are known, are theirs. */
export const isTheirs = (
  { number, lid }: DataSubject,
  of: { number?: string | null | undefined; lid?: string | null | undefined },
): boolean => (of.number ? canonicalKey(of.number) === number : Boolean(of.lid) && of.lid === lid)

/** What every spelling of the number has in common: its last eight digits. */
export const commonDigits = ({ number }: DataSubject): string => number.slice(-8)
