import { retentionRoutes } from '@recado/shared/retention/routes'
import { serve } from '../serve/serve.ts'
import * as retention from './retention.ts'

export const handler = serve('retention', retentionRoutes, {
  getRetention: (_, actor) => retention.state(actor),
  saveRetention: (chosen, actor) => retention.save(actor, chosen),
  getRetentionBounds: () => retention.bounds(),
  saveRetentionBounds: (given) => retention.saveBounds(given),
})
