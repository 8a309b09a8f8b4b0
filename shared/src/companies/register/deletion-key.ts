import { type Key, keyIn } from '../../table/table.ts'
import type { CompanyDeletion } from './company-record.ts'

/** A running deletion. */
export type StoredDeletion = CompanyDeletion & {
  /** The operator who started it: their browser gets the progress. */
  by: { companyId: string; userId: string }
  /** Completed rounds: a second round catches rows that were still being written in the first. */
  rounds: number
  /** A job works on it until then, in milliseconds since 1970; the job extends it. */
  busyUntil: number
}

/** A row of the platform. */
export const deletionKey = (companyId: string): Key<StoredDeletion> => keyIn('COMPANY-DELETIONS', companyId)
