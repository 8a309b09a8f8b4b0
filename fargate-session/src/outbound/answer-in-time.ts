import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'

/** Wait for WhatsApp's answers about one recipient, in milliseconds. A command is valid for 25 s. */
const ANSWERED_WITHIN_MS = 15_000

/**
 * WhatsApp's answer about one recipient.
 * @param ask asks WhatsApp. Its signal is aborted with the time limit: no further question may follow.
 * @throws Unreachable without an answer in time
 */
export async function answerInTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asking = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const silence = new Unreachable('NO_ANSWER')
    asking.abort(silence)
    late.reject(silence)
  }, ANSWERED_WITHIN_MS)
  try {
    return await Promise.race([ask(asking.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
