import * as z from 'zod'
import { ANY_USER, needs } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { id } from '../ids.ts'
import { connection, connectionInput } from './connection.ts'

/** Other clients of the family send these. `session` has no effect. Operators may list another company's connections. */
const tolerated = z.strictObject({ session: z.string().optional(), companyId: z.string().optional() })

/** WhatsApp's response time to a query, in milliseconds. */
const connectionTest = z.object({ whatsappId: z.string(), roundTripMs: z.number().int() })

export const connectionRoutes = defineRoutes({
  listConnections: {
    method: 'GET',
    path: '/whatsapp',
    access: ANY_USER,
    query: tolerated,
    response: z.array(connection),
    summary: "The company's WhatsApp connections. Operators may name another company.",
  },
  createConnection: {
    method: 'POST',
    path: '/whatsapp',
    access: needs('connections-page:addConnection'),
    body: connectionInput,
    response: connection,
    status: 201,
    idempotent: true,
    errors: ['ERR_PLAN_LIMIT', 'ERR_WAPP_GREETING_REQUIRED', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_WAPP_FOUND'],
    summary: 'Add a connection; it asks for a QR code at once',
  },
  testConnection: {
    method: 'POST',
    path: '/whatsapp/test',
    access: ANY_USER,
    body: z.strictObject({ whatsappId: id.optional() }),
    response: connectionTest,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED'],
    readOnly: true,
    rate: 'connection-tests',
    summary: 'Ask WhatsApp something over the connection, the default one unless another is named',
  },
  getConnection: {
    method: 'GET',
    path: '/whatsapp/{whatsappId}',
    namedBy: 'name',
    access: ANY_USER,
    query: tolerated,
    response: connection,
    errors: ['ERR_NO_WAPP_FOUND'],
    summary: 'One connection, with its QR code for users who may link',
  },
  updateConnection: {
    method: 'PUT',
    path: '/whatsapp/{whatsappId}',
    access: needs('connections-page:editOrDeleteConnection'),
    body: connectionInput,
    response: connection,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_NO_QUEUE_FOUND',
      // A client that sends a whole connection back may send another company's id.
      'ERR_NO_COMPANY_FOUND',
    ],
    summary: 'Change a connection',
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/whatsapp/{whatsappId}',
    access: needs('connections-page:editOrDeleteConnection'),
    response: nothing,
    status: 204,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_OTHER_WHATSAPP', 'ERR_WAPP_IN_USE'],
    summary: 'Delete a connection and forget its keys',
  },
  retrySession: {
    method: 'POST',
    path: '/whatsappsession/{whatsappId}',
    access: needs('connections-page:actionButtons'),
    response: connection,
    status: 202,
    idempotent: 'if-sent',
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_BANNED'],
    summary: 'Try again to connect; not before the end of a ban that WhatsApp has named',
  },
  requestNewQr: {
    method: 'PUT',
    path: '/whatsappsession/{whatsappId}',
    access: needs('connections-page:actionButtons'),
    response: connection,
    status: 202,
    errors: ['ERR_NO_WAPP_FOUND'],
    summary: 'Forget the linked account and ask for a new QR code',
  },
  requestPairingCode: {
    method: 'POST',
    path: '/whatsappsession/{whatsappId}/pairing-code',
    access: needs('connections-page:actionButtons'),
    body: z.strictObject({ number: z.string().trim().min(1).max(40) }),
    response: z.object({ code: z.string() }),
    idempotent: true,
    secretAnswer: true,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_SUPPORT_NO_LINKING',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_OTHER_NUMBER',
      'ERR_TOO_MANY_REQUESTS',
    ],
    summary:
      'A code to type on the phone of this number; once one was linked, another is linked by its QR code',
  },
  answerOtherNumber: {
    method: 'POST',
    path: '/whatsappsession/{whatsappId}/number',
    access: needs('connections-page:actionButtons'),
    body: z.strictObject({ accept: z.boolean() }),
    response: connection,
    status: 202,
    idempotent: 'if-sent',
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NO_OTHER_NUMBER'],
    summary: 'Take over the other number that was linked, or unlink it again',
  },
  disconnectSession: {
    method: 'DELETE',
    path: '/whatsappsession/{whatsappId}',
    access: needs('connections-page:actionButtons'),
    response: nothing,
    status: 204,
    errors: ['ERR_NO_WAPP_FOUND'],
    summary: 'Disconnect and unlink the account',
  },
})
