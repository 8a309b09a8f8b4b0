import { liftHold } from '@recado/shared/campaigns/engine/chain'
import { unfinishedCampaigns } from '@recado/shared/campaigns/store/campaign-lists'
import { partsVersion, partsWrite } from '@recado/shared/campaigns/store/parts-in-use'
import { freePlace } from '@recado/shared/companies/usage'
import type { Connection, ConnectionInput } from '@recado/shared/connections/connection'
import {
  CUSTOMER_SERVICE,
  changeConnection,
  connectionKey,
  putConnection,
  queuesOf,
  type StoredConnection,
} from '@recado/shared/connections/store'
import { shownConnections } from '@recado/shared/connections/view'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { AFTER_CALLS_SECONDS } from '@recado/shared/queues/after-calls'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { deleteRow } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { getTicketQueue, ticketQueueKey } from '@recado/shared/ticket-queues/store'
import { environment, ports, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { underPlan } from '../plans/under-plan.ts'
import { requireCompany } from '../users/company.ts'
import { decideDefault, defaultOf, withoutDefault } from './default-connection.ts'
import { forgetDeleted } from './forget-deleted.ts'
import { queueRepetition } from './requests.ts'
import {
  asSeenBy,
  command,
  noSuchConnection,
  publishConnection,
  requireConnection,
  requireShownConnection,
} from './shown.ts'

const CLEANUP_DELAY_SECONDS = 5

/**
 * @param companyId another company is for operators only, which `serve` checks. Its connections come without QR codes
 * @throws DomainError ERR_NO_COMPANY_FOUND
 */
export async function list(actor: Actor, companyId = actor.companyId): Promise<Connection[]> {
  await requireCompany(actor, companyId)
  const connections = await shownConnections(tableOf(companyId), ports.now())
  if (companyId !== actor.companyId) return connections.map(({ record }) => record)
  return connections.map((connection) => asSeenBy(actor, connection))
}

export const get = async (actor: Actor, connectionId: string): Promise<Connection> =>
  asSeenBy(actor, await requireShownConnection(actor.companyId, connectionId))

/**
 * Creates a connection. A company's first one becomes its default.
 * @throws DomainError ERR_PLAN_LIMIT, ERR_NO_QUEUE_FOUND, ERR_WAPP_GREETING_REQUIRED
 */
export async function create(actor: Actor, input: ConnectionInput): Promise<Connection> {
  const { companyId } = actor
  const { newContactsPerDay = null, warmUpDays = 0 } = input
  const answered = await fieldsOf(companyId, input, UNANSWERED)
  const now = new Date(ports.now()).toISOString()
  const connection: StoredConnection = {
    id: newId(),
    companyId,
    ...answered,
    newContactsPerDay,
    warmUpDays,
    ...servedBy(CUSTOMER_SERVICE, input, answered.queueIds),
    token: input.token || null,
    isDefault: false,
    wanted: 'open',
    status: 'OPENING',
    statusReason: null,
    qrcode: '',
    retries: 0,
    number: null,
    profileName: null,
    knownNumber: null,
    pendingNumber: null,
    linkedAt: null,
    bannedUntil: null,
    provider: 'beta',
    createdAt: now,
    updatedAt: now,
  }
  await queueRepetition(connection, 'open', 0)
  await underPlan(companyId, (plan) =>
    putConnection(tableOf(companyId), connection, { plan, shards: environment.SHARDS }),
  )
  await decide(actor, (connections) => {
    if (input.isDefault) return connection.id
    return defaultOf(connections) ?? (input.isDefault === false ? undefined : connection.id)
  })
  const record = await publishConnection(actor, 'create', connection.id)
  await command({ kind: 'open', companyId, connectionId: connection.id })
  return record
}

/**
 * Omitted fields stay unchanged. Null and an empty text remove a text.
 * @throws DomainError ERR_NO_OTHER_WHATSAPP, ERR_NO_QUEUE_FOUND, ERR_WAPP_GREETING_REQUIRED
 */
export async function update(
  actor: Actor,
  connectionId: string,
  input: ConnectionInput,
): Promise<Connection> {
  const { companyId } = actor
  const read = () => requireConnection(companyId, connectionId)
  if (input.isDefault !== undefined) {
    // A refused change leaves the default where it is.
    await changesOf(companyId, await read(), input)
    await decide(actor, (connections) => {
      if (input.isDefault) return connectionId
      const current = defaultOf(connections)
      return current === connectionId ? withoutDefault(connections, connectionId) : current
    })
  }
  const { before, after } = await retrying<StoredConnection, Changed>(
    tableOf(companyId),
    read,
    async (before) => {
      const changes = await changesOf(companyId, before, input)
      const asRead = { updatedAt: before.updatedAt }
      const isWritten = await changeConnection(tableOf(companyId), connectionId, changes, asRead)
      return isWritten ? { before, after: { ...before, ...changes } } : AGAIN
    },
  )
  await fillFirstQueue(companyId, connectionId, queuesOf(after))
  if (after.newContactsPerDay !== before.newContactsPerDay || after.warmUpDays !== before.warmUpDays) {
    await liftHold(ports, companyId, connectionId, 'daily-budget')
  }
  return publishConnection(actor, 'update', connectionId)
}

interface Changed {
  before: StoredConnection
  after: StoredConnection
}

/**
 * The change of a connection, for a write on condition that the connection is as it was read: the greeting and the default
 * queue are checked with its queues.
 * @throws DomainError ERR_NO_QUEUE_FOUND, ERR_WAPP_GREETING_REQUIRED
 */
async function changesOf(
  companyId: string,
  before: StoredConnection,
  input: ConnectionInput,
): Promise<Partial<StoredConnection>> {
  const answered = await fieldsOf(companyId, input, before)
  return {
    ...answered,
    ...servedBy(before, input, answered.queueIds),
    ...optionalFields(input),
    updatedAt: new Date(ports.now()).toISOString(),
  }
}

/**
 * A connection without queues got some: the tickets that waited without one enter the default queue. With each change of a
 * connection with queues, because an earlier call may have died before it.
 */
async function fillFirstQueue(
  companyId: string,
  connectionId: string,
  [queueId]: readonly string[],
): Promise<void> {
  const queue = queueId ? await getTicketQueue(tableOf(companyId), queueId) : undefined
  if (!queue) return
  // Loaded only here: few changes of a connection need it.
  const { enterQueue } = await import('@recado/shared/tickets/system/changes')
  await enterQueue(ticketWatchers(companyId), connectionId, { id: queue.id, name: queue.name })
}

/** @throws DomainError ERR_WAPP_IN_USE while an unfinished campaign uses it, ERR_NO_OTHER_WHATSAPP */
export async function remove({ companyId }: Actor, connectionId: string): Promise<undefined> {
  await requireConnection(companyId, connectionId)
  const table = tableOf(companyId)
  await requireUnused(table, connectionId)
  const cleanup = { companyId, kind: 'connection', id: connectionId } as const
  await ports.queues.send('cleanup', cleanup, AFTER_CALLS_SECONDS)
  await decideDefault(
    table,
    new Date(ports.now()).toISOString(),
    (connections) => {
      if (!connections.some(({ id }) => id === connectionId)) throw noSuchConnection()
      const current = defaultOf(connections)
      return current === connectionId ? withoutDefault(connections, connectionId) : current
    },
    {
      id: connectionId,
      writes: async () => {
        const parts = await partsVersion(table)
        await requireUnused(table, connectionId)
        const gone = deleteRow(connectionKey(connectionId), { pk: { exists: true } })
        return [gone, freePlace('connections'), partsWrite(parts)]
      },
    },
  )
  await forgetDeleted(companyId, connectionId)
  await ports.queues.send('cleanup', cleanup, CLEANUP_DELAY_SECONDS)
}

/** @throws DomainError ERR_WAPP_IN_USE while an unfinished campaign uses the connection */
async function requireUnused(table: TenantTable, connectionId: string): Promise<void> {
  const unfinished = await unfinishedCampaigns(table)
  if (unfinished.some(({ whatsappId }) => whatsappId === connectionId))
    throw new DomainError('conflict', 'ERR_WAPP_IN_USE', 'A campaign still uses this connection')
}

/** Chooses the default connection, and publishes the ones that are no longer the default. */
async function decide(
  actor: Actor,
  choose: (connections: StoredConnection[]) => string | undefined,
): Promise<void> {
  const now = new Date(ports.now()).toISOString()
  const former = await decideDefault(tableOf(actor.companyId), now, choose)
  for (const { id } of former) await publishConnection(actor, 'update', id)
}

type Answered = Pick<
  StoredConnection,
  'queueIds' | 'greetingMessage' | 'complationMessage' | 'outOfHoursMessage' | 'ratingMessage'
>

const UNANSWERED: Answered = {
  queueIds: [],
  greetingMessage: null,
  complationMessage: null,
  outOfHoursMessage: null,
  ratingMessage: null,
}

/**
 * Checked name, texts and queues. With several queues, the greeting must ask which one (part 3 §4).
 * @param before replaces omitted texts and queues
 */
async function fieldsOf(companyId: string, input: ConnectionInput, before: Answered) {
  const chosen = [...new Set(input.queueIds ?? before.queueIds)]
  const found = chosen.length > 0 ? await tableOf(companyId).getMany(chosen.map(ticketQueueKey)) : []
  if (input.queueIds && found.length < chosen.length) throw notFound('ERR_NO_QUEUE_FOUND')
  const text = (field: Exclude<keyof Answered, 'queueIds'>) =>
    input[field] === undefined ? before[field] : input[field] || null
  const greetingMessage = text('greetingMessage')
  if (found.length > 1 && !greetingMessage) {
    const message = 'A connection with several queues needs a greeting that asks for one'
    const details = [{ path: 'greetingMessage', code: 'required' }]
    throw new DomainError('invalid', 'ERR_WAPP_GREETING_REQUIRED', message, { details })
  }
  return {
    name: input.name,
    // In the order of the choice, which a batch does not keep: the first one is the default queue.
    queueIds: chosen.filter((id) => found.some(({ sk }) => sk === id)),
    greetingMessage,
    complationMessage: text('complationMessage'),
    outOfHoursMessage: text('outOfHoursMessage'),
    ratingMessage: text('ratingMessage'),
  }
}

/** The optional fields of the input. A token is write-only: null keeps it, and an empty text removes it. */
const optionalFields = ({ token, newContactsPerDay, warmUpDays }: ConnectionInput) => ({
  ...(typeof token === 'string' && { token: token || null }),
  ...(newContactsPerDay !== undefined && { newContactsPerDay }),
  ...(warmUpDays !== undefined && { warmUpDays }),
})

type Served = Pick<StoredConnection, 'defaultQueueId' | 'groups' | 'readReceipts' | 'showTyping'>

/** How the connection serves customers. Omitted fields stay. A default queue that is no longer served is removed. */
function servedBy(before: Served, input: ConnectionInput, queueIds: readonly string[]): Served {
  if (input.defaultQueueId && !queueIds.includes(input.defaultQueueId)) throw notFound('ERR_NO_QUEUE_FOUND')
  const chosen = input.defaultQueueId === undefined ? before.defaultQueueId : input.defaultQueueId
  return {
    defaultQueueId: chosen && queueIds.includes(chosen) ? chosen : null,
    groups: input.groups ?? before.groups,
    readReceipts: input.readReceipts ?? before.readReceipts,
    showTyping: input.showTyping ?? before.showTyping,
  }
}
