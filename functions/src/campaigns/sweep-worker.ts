import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { noticeAbandoned } from '@recado/shared/connections/liveness'
import { ports, publish } from '../context.ts'
import { work } from '../http/worker.ts'

/** Starts what is due, revives what lost its tick, and notices connections that nobody holds; for all companies. */
export const handler = work('sweep', async () => {
  await sweep(ports)
  await noticeAbandoned({ ...ports, publish })
})
