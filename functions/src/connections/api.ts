import { connectionRoutes } from '@recado/shared/connections/routes'
import { serve } from '../serve/serve.ts'
import * as connections from './connections.ts'
import * as linking from './linking.ts'

export const handler = serve('connections', connectionRoutes, {
  listConnections: ({ companyId }, actor) => connections.list(actor, companyId),
  createConnection: (input, actor) => connections.create(actor, input),
  testConnection: ({ whatsappId }, actor) => linking.test(actor, whatsappId),
  getConnection: ({ whatsappId }, actor) => connections.get(actor, whatsappId),
  updateConnection: ({ whatsappId, ...input }, actor) => connections.update(actor, whatsappId, input),
  deleteConnection: ({ whatsappId }, actor) => connections.remove(actor, whatsappId),
  retrySession: ({ whatsappId }, actor) => linking.open(actor, whatsappId, 'open'),
  requestNewQr: ({ whatsappId }, actor) => linking.open(actor, whatsappId, 'relink'),
  requestPairingCode: ({ whatsappId, number }, actor) =>
    linking.requestPairingCode(actor, whatsappId, number),
  answerOtherNumber: ({ whatsappId, accept }, actor) => linking.answerOtherNumber(actor, whatsappId, accept),
  disconnectSession: ({ whatsappId }, actor) => linking.disconnect(actor, whatsappId),
})
