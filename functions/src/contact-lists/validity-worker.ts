import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '@recado/shared/connections/asks'
import { type CheckReply, checkNumbers } from '@recado/shared/contact-lists/checking'
import { DomainError } from '@recado/shared/errors/errors'
import { validityJob } from '@recado/shared/queues/jobs'
import { ports, publish, tableOf } from '../context.ts'
import { work } from '../http/worker.ts'

/** Asks WhatsApp about a list's numbers, a few at a time. */
export const handler = work('validity', validityJob, (job) =>
  checkNumbers({ ...ports, publish, ask: askAddresses }, job),
)

async function askAddresses(
  companyId: string,
  connectionId: string,
  numbers: readonly string[],
): Promise<CheckReply> {
  try {
    const question = { kind: 'check' as const, numbers: [...numbers] }
    const answer = await ask(tableOf(companyId), { ...ports, pause }, connectionId, question)
    if ('addresses' in answer || 'refusedUntil' in answer) return answer
    throw new Error('The answer to a number check has no addresses')
  } catch (error) {
    if (error instanceof DomainError) return 'not connected'
    throw error
  }
}
