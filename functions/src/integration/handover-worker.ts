import { handoverJob } from '@recado/shared/queues/jobs'
import { work } from '../http/worker.ts'
import { handOver } from './handover.ts'

/** Hands imported contacts to the integrated platform, a part at a time. */
export const handler = work('handovers', handoverJob, handOver)
