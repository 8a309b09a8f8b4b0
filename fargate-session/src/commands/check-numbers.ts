import type { Reply } from '@recado/shared/connections/asks'
import { NumberUnanswered, rememberAddress } from '@recado/shared/phone-numbers/addresses'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { SocketLine } from '../outbound/line.ts'
import { ChecksRefused } from '../questions/number-checks.ts'

/**
 * Asks WhatsApp about numbers, in one question, and stores each answer. If WhatsApp refuses the question, or
 * refused another one lately, the reply says until when. Numbers without an answer are missing in the reply.
 * @throws when the connection is not open
 */
export async function checkNumbers(
  table: TenantTable,
  line: Pick<SocketLine, 'lookUpAtOnce'>,
  numbers: readonly string[],
  now: () => number,
): Promise<Reply> {
  const outcomes = await Promise.allSettled(
    numbers.map(async (number) => {
      const address = await line.lookUpAtOnce(number)
      await rememberAddress(table, number, address, now())
      return { number, ...address }
    }),
  )
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  const refusal = failures.find((error) => error instanceof ChecksRefused)
  if (refusal) return { refusedUntil: refusal.until }
  const failure = failures.find((error) => !(error instanceof NumberUnanswered))
  if (failure) throw failure
  return { addresses: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])) }
}
