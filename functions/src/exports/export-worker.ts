import { exportJob } from '@recado/shared/queues/jobs'
import { work } from '../http/worker.ts'
import { write } from './writing.ts'

/** Writes long spreadsheets. */
export const handler = work('exports', exportJob, write)
