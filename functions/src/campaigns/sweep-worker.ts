import { Apart } from '@recado/shared/apart'
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
  const apart = new Apart()
  await apart.try(async () => ports.recordMetrics({ ChainLateness: (await sweep(ports)) / 1000 }))
  await apart.try(async () =>
    ports.recordMetrics({ ShardsWithoutTask: await noticeAbandoned({ ...ports, publish }) }),
  )
  await apart.try(async () => {
    const left = await sweepTimers({ ...ports, ticketWatchers })
    if (left > 0) ports.log.warn('timers left for the next sweep', { left })
  })
  await apart.try(beginRoundIfDue)
  apart.end()
})
