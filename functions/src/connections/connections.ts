import { unfinishedCampaigns } from '@recado/shared/campaigns/store'
import type { Connection, ConnectionInput } from '@recado/shared/connections/connection'
import {
  allConnections,
  changeConnection,
  connectionOf,
  deleteConnection,
  getConnection,
  putConnection,
  type StoredConnection,
} from '@recado/shared/connections/store'
import { DomainError, notFound } from '@recado/shared/errors'
import { newId } from '@recado/shared/ids'
import type { SessionCommand } from '@recado/shared/queues/queues'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish, tableOf } from '../context.ts'

const noSuchConnection = () => notFound('ERR_NO_WAPP_FOUND')

export async function list({ companyId }: Actor): Promise<Connection[]> {
  return (await allConnections(tableOf(companyId))).map(connectionOf)
}

export async function get({ companyId }: Actor, connectionId: string): Promise<Connection> {
  return connectionOf(await stored(companyId, connectionId))
}

/** The first connection of a company is its default one. */
export async function create({ companyId }: Actor, input: ConnectionInput): Promise<Connection> {
  const others = await allConnections(tableOf(companyId))
  const now = new Date(ports.now()).toISOString()
  const connection: StoredConnection = {
    id: newId(),
    companyId,
    ...textsOf(input),
    isDefault: input.isDefault ?? others.length === 0,
    wanted: 'open',
    status: 'OPENING',
    statusReason: null,
    qrcode: '',
    retries: 0,
    number: null,
    profileName: null,
    provider: 'beta',
    createdAt: now,
    updatedAt: now,
  }
  await putConnection(tableOf(companyId), connection)
  if (connection.isDefault) await unsetOtherDefaults(companyId, others)
  await tell(companyId, 'create', connection.id)
  await command('open', companyId, connection.id)
  return connectionOf(connection)
}

export async function update(
  { companyId }: Actor,
  connectionId: string,
  input: ConnectionInput,
): Promise<Connection> {
  const connection = await stored(companyId, connectionId)
  const others = (await allConnections(tableOf(companyId))).filter(({ id }) => id !== connectionId)
  if (connection.isDefault && input.isDefault === false) requireOtherDefault(others)
  const isDefault = input.isDefault ?? connection.isDefault
  const updatedAt = new Date(ports.now()).toISOString()
  await changeConnection(tableOf(companyId), connectionId, { ...textsOf(input), isDefault, updatedAt })
  if (isDefault && !connection.isDefault) await unsetOtherDefaults(companyId, others)
  await tell(companyId, 'update', connectionId)
  return connectionOf(await stored(companyId, connectionId))
}

/** @throws DomainError ERR_WAPP_IN_USE while a campaign that is still to send stands on it */
export async function remove({ companyId }: Actor, connectionId: string): Promise<undefined> {
  const connection = await stored(companyId, connectionId)
  const others = (await allConnections(tableOf(companyId))).filter(({ id }) => id !== connectionId)
  if (connection.isDefault && others.length > 0) requireOtherDefault(others)
  const unfinished = await unfinishedCampaigns(tableOf(companyId))
  if (unfinished.some(({ whatsappId }) => whatsappId === connectionId)) {
    throw new DomainError('conflict', 'ERR_WAPP_IN_USE', 'A campaign still uses this connection')
  }
  await deleteConnection(tableOf(companyId), connectionId)
  await command('forget', companyId, connectionId)
  await publish({ companyId, topic: 'whatsapp', action: 'delete', body: { id: connectionId } })
}

export async function open(
  { companyId }: Actor,
  connectionId: string,
  kind: 'open' | 'relink',
): Promise<Connection> {
  await stored(companyId, connectionId)
  await change(companyId, connectionId, {
    wanted: 'open',
    status: 'OPENING',
    statusReason: null,
    qrcode: '',
    retries: 0,
  })
  await command(kind, companyId, connectionId)
  return connectionOf(await stored(companyId, connectionId))
}

export async function disconnect({ companyId }: Actor, connectionId: string): Promise<undefined> {
  await stored(companyId, connectionId)
  const reason = { status: 'DISCONNECTED', statusReason: 'DISCONNECTED_BY_USER' } as const
  await change(companyId, connectionId, { wanted: 'closed', ...reason, qrcode: '', retries: 0 })
  await command('unlink', companyId, connectionId)
}

async function stored(companyId: string, connectionId: string): Promise<StoredConnection> {
  const connection = await getConnection(tableOf(companyId), connectionId)
  if (!connection) throw noSuchConnection()
  return connection
}

async function change(
  companyId: string,
  connectionId: string,
  change: Partial<StoredConnection>,
): Promise<void> {
  const updatedAt = new Date(ports.now()).toISOString()
  if (!(await changeConnection(tableOf(companyId), connectionId, { ...change, updatedAt })))
    throw noSuchConnection()
  await tell(companyId, 'update', connectionId)
}

async function tell(companyId: string, action: 'create' | 'update', connectionId: string): Promise<void> {
  const record = connectionOf(await stored(companyId, connectionId))
  await publish({ companyId, topic: 'whatsapp', action, body: { record } })
}

/** Each press of a button is a command of its own. */
const command = (kind: SessionCommand['kind'], companyId: string, connectionId: string): Promise<void> =>
  ports.queues.command({ kind, companyId, connectionId }, newId())

function requireOtherDefault(others: StoredConnection[]): void {
  if (others.some(({ isDefault }) => isDefault)) return
  throw new DomainError(
    'conflict',
    'ERR_NO_OTHER_WHATSAPP',
    'There must be at lest one default WhatsApp connection.',
  )
}

async function unsetOtherDefaults(companyId: string, others: StoredConnection[]): Promise<void> {
  for (const { id, isDefault } of others) {
    if (isDefault) await change(companyId, id, { isDefault: false })
  }
}

const textsOf = ({
  name,
  greetingMessage,
  complationMessage,
  outOfHoursMessage,
  ratingMessage,
}: ConnectionInput) => ({
  name,
  greetingMessage: greetingMessage || null,
  complationMessage: complationMessage || null,
  outOfHoursMessage: outOfHoursMessage || null,
  ratingMessage: ratingMessage || null,
})
