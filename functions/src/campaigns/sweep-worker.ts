import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { noticeAbandoned } from '@recado/shared/connections/liveness'
import { sweepJob } from '@recado/shared/queues/jobs'
import { sweepTimers } from '@recado/shared/tickets/system/timers'
import { ports, publish } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { work } from '../http/worker.ts'
import { beginRoundIfDue } from '../retention/begin-round.ts'

/**
 * For all companies: starts due campaigns, revives chains without a tick, detects connections without a lease
 * owner, rings the timers of tickets, and once a day starts the deletion of expired data.
 */
export const handler = work('sweep', sweepJob, async () => {
  const late = await sweep(ports)
  const abandoned = await noticeAbandoned({ ...ports, publish })
  ports.tellFigures({ ChainLateness: late / 1000, ShardsWithoutTask: abandoned })
  await sweepTimers({ ...ports, ticketWatchers })
  await beginRoundIfDue()
})
