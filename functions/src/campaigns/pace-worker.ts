import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { ports } from '../context.ts'
import { work } from '../http/worker.ts'

/** One tick of a connection's chain: the campaign's intervals. */
export const handler = work('pace', (tick) => advanceChain(ports, tick))
