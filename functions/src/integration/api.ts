import { integrationRoutes } from '@recado/shared/integration/routes'
import { serve } from '../serve/serve.ts'
import * as integration from './integration.ts'
import { asking } from './platform.ts'

export const handler = serve('integration', integrationRoutes, {
  getIntegration: (_, actor) => integration.get(actor),
  saveIntegration: (input, actor) => integration.save(actor, input),
  checkSacmais: (_, actor) => integration.isEnabled(actor),
  listSacmaisTags: async (_, { companyId }) => ({
    tags: await asking(companyId, (platform, token) => platform.tags(token)),
  }),
  listSacmaisQueues: async (_, { companyId }) => ({
    queues: await asking(companyId, (platform, token) => platform.queues(token)),
  }),
})
