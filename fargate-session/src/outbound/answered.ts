import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'

/** Wait for WhatsApp's answers about one recipient, in milliseconds. A command is valid for 25 s. */
const ANSWERED_WITHIN_MS = 15_000

/** WhatsApp's answer about one recipient. @throws Unreachable without an answer in time */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Unreachable('NO_ANSWER')), ANSWERED_WITHIN_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
