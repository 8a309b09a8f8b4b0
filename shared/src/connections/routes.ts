import * as z from 'zod'
import { ANY_USER, needs } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { connection, connectionInput } from './connection.ts'

/** `session` and `companyId` are sent by other clients of the family; they change nothing here. */
const tolerated = z.strictObject({ session: z.string().optional(), companyId: z.string().optional() })

export const connectionRoutes = defineRoutes({
  listConnections: {
    method: 'GET',
    path: '/whatsapp',
    access: ANY_USER,
    query: tolerated,
    response: z.array(connection),
    summary: "The company's WhatsApp connections",
  },
  createConnection: {
    method: 'POST',
    path: '/whatsapp',
    access: needs('connections-page:addConnection'),
    body: connectionInput,
    response: connection,
    status: 201,
    idempotent: true,
    errors: ['ERR_PLAN_LIMIT', 'ERR_DUPLICATED_NAME'],
    summary: 'Add a connection; it asks for a QR code at once',
  },
  getConnection: {
    method: 'GET',
    path: '/whatsapp/{whatsappId}',
    access: ANY_USER,
    query: tolerated,
    response: connection,
    errors: ['ERR_NO_WAPP_FOUND'],
    summary: 'One connection, with its QR code',
  },
  updateConnection: {
    method: 'PUT',
    path: '/whatsapp/{whatsappId}',
    access: needs('connections-page:editOrDeleteConnection'),
    body: connectionInput,
    response: connection,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_OTHER_WHATSAPP'],
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
    errors: ['ERR_NO_WAPP_FOUND'],
    summary: 'Try again to connect',
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
