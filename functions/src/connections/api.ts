import { connectionRoutes } from '@recado/shared/connections/routes'
import { serve } from '../http/serve.ts'
import * as connections from './connections.ts'

export const handler = serve(connectionRoutes, {
  listConnections: (_, actor) => connections.list(actor),
  createConnection: (input, actor) => connections.create(actor, input),
  getConnection: ({ whatsappId }, actor) => connections.get(actor, whatsappId),
  updateConnection: ({ whatsappId, ...input }, actor) => connections.update(actor, whatsappId, input),
  deleteConnection: ({ whatsappId }, actor) => connections.remove(actor, whatsappId),
  retrySession: ({ whatsappId }, actor) => connections.open(actor, whatsappId, 'open'),
  requestNewQr: ({ whatsappId }, actor) => connections.open(actor, whatsappId, 'relink'),
  disconnectSession: ({ whatsappId }, actor) => connections.disconnect(actor, whatsappId),
})
