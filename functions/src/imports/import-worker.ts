import { importContacts } from '@recado/shared/imports/importing'
import { importJob } from '@recado/shared/queues/jobs'
import { ports, publish } from '../context.ts'
import { filesOf } from '../files/open.ts'
import { work } from '../http/worker.ts'

/** Imports spreadsheets into lists and the blocked contacts, a part at a time. */
export const handler = work('imports', importJob, (job) =>
  importContacts({ ...ports, publish, files: filesOf(job.companyId) }, job),
)
