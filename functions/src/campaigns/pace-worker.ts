import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { paceTick } from '@recado/shared/queues/jobs'
import { ports } from '../context.ts'
import { work } from '../http/worker.ts'
import { learnFromCampaign } from './learning.ts'

const watchers: EnginePorts['watchers'] = { ...ports.watchers, campaignEnded: learnFromCampaign }

/** One tick of a connection's chain, which paces its campaigns. */
export const handler = work('pace', paceTick, (tick) => advanceChain({ ...ports, watchers }, tick))
