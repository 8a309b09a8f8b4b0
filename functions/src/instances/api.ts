import { instanceRoutes } from '@recado/shared/instances/routes'
import { serve } from '../serve/serve.ts'
import * as instances from './instances.ts'

export const handler = serve('instances', instanceRoutes, {
  listInstances: () => instances.list(),
  createInstance: (input) => instances.create(input),
  updateInstance: ({ instanceId, ...input }) => instances.update(instanceId, input),
  deleteInstance: ({ instanceId }) => instances.remove(instanceId),
})
