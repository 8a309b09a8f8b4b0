import { DomainError } from '../errors/errors.ts'
import type { Table } from './table.ts'

/** Returned by a decision whose write was refused, because another write came first. */
export const AGAIN = Symbol('again')

/** The most attempts of one decision. */
const ATTEMPTS = 20

/**
 * Reads, decides, and writes on condition that the rows are unchanged since the read. If another write came first, it
 * reads and decides again, after a growing pause.
 * @param decide makes the write; returns {@link AGAIN} if its condition did not hold
 * @throws DomainError ERR_BUSY after 20 attempts: a call answers 409, a job goes back to its queue
 */
export async function retrying<R, T>(
  table: Pick<Table, 'backOff'>,
  read: () => Promise<R>,
  decide: (found: R) => Promise<T | typeof AGAIN>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await table.backOff(attempt)
    const made = await decide(await read())
    if (made !== AGAIN) return made
  }
  throw new DomainError(
    'conflict',
    'ERR_BUSY',
    'Others changed the same data at the same moment, again and again',
  )
}
