import { Unreachable } from '@recado/shared/campaigns/engine/unreachable'

/** WhatsApp's answers about one recipient are waited for so long, in milliseconds: a command is good for 25 s. */
const ANSWERED_WITHIN_MS = 15_000

/** What WhatsApp answers about one recipient. @throws Unreachable where it does not answer in time */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Unreachable('NO_ANSWER')), ANSWERED_WITHIN_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
