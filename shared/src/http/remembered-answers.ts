import { allRows, type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** The stored call of an Idempotency-Key, kept for a day (part 3 §1). */
export interface RememberedAnswer {
  /** Digest of the client's key, and of the request's path and body. */
  body: string
  /** When the call began, in milliseconds since 1970. */
  since: number
  /** Names the call: it knows its own row again. */
  call?: string
  /** The id of the record that the call makes. */
  recordId?: string
  /** The response as JSON, sealed if it holds a secret (`Route.secretAnswer`); missing while the call is running. */
  answer?: string
}

/** @param digest of the user, the route and the key that the client gave */
export const answerKey = (digest: string): Key<RememberedAnswer> => keyIn('IDEMPOTENCY', digest)

/** Deletes all stored responses that contain these digits of a phone number. Sealed ones hold no contact's number. */
export async function forgetAnswersAbout(table: TenantTable, digits: string): Promise<void> {
  const { pk } = answerKey('')
  for await (const { sk } of allRows(table, {
    pk,
    filter: { answer: { contains: digits } },
    consistent: true,
  }))
    await table.delete(answerKey(sk))
}
