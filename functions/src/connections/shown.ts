import { mayLink } from '@recado/shared/access'
import type { Connection } from '@recado/shared/connections/connection'
import { connectionEvent } from '@recado/shared/connections/events'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { type ShownConnection, shownConnection } from '@recado/shared/connections/view'
import { notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Command } from '@recado/shared/queues/commands'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish, tableOf } from '../context.ts'

export const noSuchConnection = () => notFound('ERR_NO_WAPP_FOUND')

/** A connection as the API shows it to a user: with its QR code only if the user may link. */
export const asSeenBy = (actor: Actor, { record, qrcode }: ShownConnection): Connection =>
  mayLink(actor) ? { ...record, qrcode } : record

/** @throws DomainError ERR_NO_WAPP_FOUND */
export async function requireShownConnection(
  companyId: string,
  connectionId: string,
): Promise<ShownConnection> {
  const connection = await shownConnection(tableOf(companyId), connectionId, ports.now())
  if (!connection) throw noSuchConnection()
  return connection
}

/** A stored connection. @throws DomainError ERR_NO_WAPP_FOUND */
export async function requireConnection(companyId: string, connectionId: string): Promise<StoredConnection> {
  const connection = await getConnection(tableOf(companyId), connectionId)
  if (!connection) throw noSuchConnection()
  return connection
}

/** Sends a connection's current state to the company's browsers, and returns it as the caller sees it. */
export async function publishConnection(
  actor: Actor,
  action: 'create' | 'update',
  connectionId: string,
): Promise<Connection> {
  const { companyId } = actor
  const connection = await requireShownConnection(companyId, connectionId)
  await publish(connectionEvent(companyId, 'whatsapp', action, connection))
  return asSeenBy(actor, connection)
}

/** Queues a command. Each call is a new command, never a duplicate. */
export const command = (what: Command): Promise<void> => ports.queues.command(what, newId())
