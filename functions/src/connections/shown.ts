import { mayLink } from '@recado/shared/access'
import type { Connection } from '@recado/shared/connections/connection'
import { connectionEvent } from '@recado/shared/connections/events'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { type ShownConnection, shownConnection } from '@recado/shared/connections/view'
import { notFound } from '@recado/shared/errors'
import { newId } from '@recado/shared/ids'
import type { Command } from '@recado/shared/queues/commands'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish, tableOf } from '../context.ts'

export const noSuchConnection = () => notFound('ERR_NO_WAPP_FOUND')

/** A connection as the API shows it to a user: with its QR code only if the user may link. */
export const asSeenBy = (actor: Actor, { record, qrcode }: ShownConnection): Connection =>
  mayLink(actor) ? { ...record, qrcode } : record

/** @throws DomainError ERR_NO_WAPP_FOUND */
export async function shown(companyId: string, connectionId: string): Promise<ShownConnection> {
  const connection = await shownConnection(tableOf(companyId), connectionId, ports.now())
  if (!connection) throw noSuchConnection()
  return connection
}

/** A connection as it is stored. @throws DomainError ERR_NO_WAPP_FOUND */
export async function stored(companyId: string, connectionId: string): Promise<StoredConnection> {
  const connection = await getConnection(tableOf(companyId), connectionId)
  if (!connection) throw noSuchConnection()
  return connection
}

/** Tells the company's browsers of a connection as it is now, and answers it as the caller sees it. */
export async function tell(
  actor: Actor,
  action: 'create' | 'update',
  connectionId: string,
): Promise<Connection> {
  const { companyId } = actor
  const connection = await shown(companyId, connectionId)
  await publish(connectionEvent(companyId, 'whatsapp', action, connection))
  return asSeenBy(actor, connection)
}

/** Each press of a button is a command of its own. */
export const command = (what: Command): Promise<void> => ports.queues.command(what, newId())
