import { scheduleJob } from '@recado/shared/queues/jobs'
import { work } from '../http/worker.ts'
import { attend } from './attend.ts'

/** Looks at schedules whose time has come. */
export const handler = work('schedules', scheduleJob, attend)
