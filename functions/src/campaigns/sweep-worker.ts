import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { noticeAbandoned } from '@recado/shared/connections/liveness'
import { sweepJob } from '@recado/shared/queues/jobs'
import { ports, publish } from '../context.ts'
import { tellFigures } from '../figures.ts'
import { work } from '../http/worker.ts'
import { beginRoundIfDue } from '../retention/begin-round.ts'

/**
 * Starts what is due, revives what lost its tick, notices connections that nobody holds, and once a day has deleted what
 * is kept no longer; for all companies.
 */
export const handler = work('sweep', sweepJob, async () => {
  const late = await sweep(ports)
  const abandoned = await noticeAbandoned({ ...ports, publish })
  tellFigures({ ChainLateness: late / 1000, ShardsWithoutTask: abandoned })
  await beginRoundIfDue()
})
