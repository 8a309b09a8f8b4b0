import * as z from 'zod'
import { ANY_USER, CAMPAIGN_USER, needs } from '../access.ts'
import { defineRoutes } from '../http/contract.ts'
import { integration, integrationChange, platformQueue, platformTag } from './integration.ts'

const record = z.object({ integration })
const OF_PLATFORM = [
  'ERR_INTEGRATION_DISABLED',
  'ERR_INTEGRATION_TOKEN',
  'ERR_INTEGRATION_UNAVAILABLE',
] as const

export const integrationRoutes = defineRoutes({
  getIntegration: {
    method: 'GET',
    path: '/integrations/list',
    access: ANY_USER,
    response: record,
    summary: 'The link to the multi-attendance platform; of its token the last four characters',
  },
  saveIntegration: {
    method: 'PUT',
    path: '/integrations',
    access: needs('drawer-admin-items:view'),
    body: integrationChange,
    response: record,
    errors: ['ERR_INTEGRATION_UNCONFIGURED', 'ERR_INTEGRATION_TOKEN', 'ERR_INTEGRATION_UNAVAILABLE'],
    summary: 'Connect with a token, which the platform is asked about first, or disconnect',
  },
  checkSacmais: {
    method: 'GET',
    path: '/sacmais/check-enabled',
    access: ANY_USER,
    response: z.object({ isEnabled: z.boolean() }),
    summary: 'Whether the company is connected to the multi-attendance platform',
  },
  listSacmaisTags: {
    method: 'GET',
    path: '/sacmais/tags',
    access: CAMPAIGN_USER,
    response: z.object({ tags: z.array(platformTag) }),
    errors: OF_PLATFORM,
    summary: 'The tags of the multi-attendance platform',
  },
  listSacmaisQueues: {
    method: 'GET',
    path: '/sacmais/queues',
    access: CAMPAIGN_USER,
    response: z.object({ queues: z.array(platformQueue) }),
    errors: OF_PLATFORM,
    summary: 'The queues of the multi-attendance platform',
  },
})
