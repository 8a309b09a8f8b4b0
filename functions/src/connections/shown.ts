import type { Connection } from '@recado/shared/connections/connection'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { shownConnection } from '@recado/shared/connections/view'
import { notFound } from '@recado/shared/errors'
import { newId } from '@recado/shared/ids'
import type { Command } from '@recado/shared/queues/commands'
import { ports, publish, tableOf } from '../context.ts'

export const noSuchConnection = () => notFound('ERR_NO_WAPP_FOUND')

/** A connection as the API shows it. @throws DomainError ERR_NO_WAPP_FOUND */
export async function shown(companyId: string, connectionId: string): Promise<Connection> {
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

/** Tells the company's browsers of a connection as it is now, and answers it. */
export async function tell(
  companyId: string,
  action: 'create' | 'update',
  connectionId: string,
): Promise<Connection> {
  const record = await shown(companyId, connectionId)
  await publish({ companyId, topic: 'whatsapp', action, body: { record } })
  return record
}

/** Each press of a button is a command of its own. */
export const command = (what: Command): Promise<void> => ports.queues.command(what, newId())
