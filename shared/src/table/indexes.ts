import { deleteRow, type Key, keyIn, partition, putRow, type Row, type Write } from './table.ts'
import type { CountedWindow } from './window.ts'

/**
 * Rows whose key cannot begin with a company, because they are looked up before the company is known or for
 * all companies at once. Only system jobs and sign-in read them; a test lists the files that may.
 */

/** E-mail → user. */
export const emailIndex = {
  key: (email: string) => keyIn<EmailRow>(`INDEX#EMAIL#${email}`, 'EMAIL'),
  put: (email: string, to: EmailRow): Row<EmailRow> => ({
    ...emailIndex.key(email),
    ...to,
  }),
}

export interface EmailRow {
  companyId: string
  userId: string
}

/** An open socket → its user. */
export const socketIndex = {
  key: (socketId: string, companyId: string) => keyIn<SocketIndexRow>(`INDEX#SOCKET#${socketId}`, companyId),
  pk: (socketId: string) => partition<SocketIndexRow>(`INDEX#SOCKET#${socketId}`),
}
export interface SocketIndexRow {
  companyId: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** Companies with recently open sockets: they get news for everybody. Rows expire some hours after the last socket. */
export const listeningIndex = {
  pk: (part: number) => partition<ListeningRow>(`INDEX#LISTENING#${part}`),
  put: (companyId: string, expiresAt: number): Row<ListeningRow> => ({
    pk: listeningIndex.pk(partitionOf(companyId)),
    sk: companyId,
    companyId,
    expiresAt,
  }),
  delete: (companyId: string): Write =>
    deleteRow({ pk: listeningIndex.pk(partitionOf(companyId)), sk: companyId }),
}
export interface ListeningRow {
  companyId: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** An unused socket ticket. */
export interface TicketRow {
  companyId: string
  homeCompanyId: string
  userId: string
  sid: string
  /** Milliseconds since 1970. */
  goodUntil: number
  /** Seconds since 1970. */
  expiresAt: number
}
export const ticketIndex = {
  key: (digest: string) => keyIn<TicketRow>(`INDEX#TICKET#${digest}`, 'TICKET'),
}

/** An accepted handover from another instance: it signs in once. */
export interface HandoverRow {
  isUsed: boolean
  /** When it requested a code, in milliseconds since 1970. */
  askedAt: number
  /** Seconds since 1970. */
  expiresAt: number
}
export const handoverIndex = {
  key: (digest: string) => keyIn<HandoverRow>(`INDEX#HANDOVER#${digest}`, 'HANDOVER'),
}

/** Failed sign-ins, by e-mail or by address. */
export const attemptIndex = {
  key: (who: string) => keyIn<CountedWindow>(`INDEX#ATTEMPTS#${who}`, 'ATTEMPTS'),
}

/** Rows are spread over a few partitions by campaign or connection, so that no partition is hot. */
const PARTITIONS = 4
const spread = (id: string): number =>
  [...id.slice(-2)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
const partitionOf = (id: string): number => spread(id) % PARTITIONS
export const allPartitions = Array.from({ length: PARTITIONS }, (_, number) => number)

/** Campaigns to start, by their time: `{instant}#{companyId}#{campaignId}`. */
export const dueIndex = {
  pk: (part: number) => partition<DueRow>(`INDEX#DUE#${part}`),
  key: (at: string, companyId: string, campaignId: string): Key<DueRow> => ({
    pk: dueIndex.pk(partitionOf(campaignId)),
    sk: `${at}#${companyId}#${campaignId}`,
  }),
  put: (at: string, companyId: string, campaignId: string): Write =>
    putRow({ ...dueIndex.key(at, companyId, campaignId), companyId, campaignId, at }),
  delete: (at: string, companyId: string, campaignId: string): Write =>
    deleteRow(dueIndex.key(at, companyId, campaignId)),
}
export interface DueRow {
  companyId: string
  campaignId: string
  at: string
}

/** Tickets and schedules to look at, by their time: `{instant}#{companyId}#{ticketId or scheduleId}`. */
export const deskDueIndex = {
  pk: (part: number) => partition<DeskDueRow>(`INDEX#DESK-DUE#${part}`),
  key: (at: string, companyId: string, id: string): Key<DeskDueRow> => ({
    pk: deskDueIndex.pk(partitionOf(id)),
    sk: `${at}#${companyId}#${id}`,
  }),
  put: (at: string, companyId: string, ticketId: string): Write =>
    putRow({ ...deskDueIndex.key(at, companyId, ticketId), companyId, ticketId, at }),
  putSchedule: (at: string, companyId: string, scheduleId: string): Write =>
    putRow({ ...deskDueIndex.key(at, companyId, scheduleId), companyId, scheduleId, at }),
  delete: (at: string, companyId: string, id: string): Write =>
    deleteRow(deskDueIndex.key(at, companyId, id)),
}
/** Either a ticket or a schedule. */
export interface DeskDueRow {
  companyId: string
  ticketId?: string
  scheduleId?: string
  at: string
}

/** Connections with a running pace chain; the sweep checks them. */
export const chainIndex = {
  pk: (part: number) => partition<ChainRow>(`INDEX#CHAIN#${part}`),
  key: (companyId: string, connectionId: string): Key<ChainRow> => ({
    pk: chainIndex.pk(partitionOf(connectionId)),
    sk: `${companyId}#${connectionId}`,
  }),
  put: (companyId: string, connectionId: string): Write =>
    putRow({ ...chainIndex.key(companyId, connectionId), companyId, connectionId }),
  delete: (companyId: string, connectionId: string): Write =>
    deleteRow(chainIndex.key(companyId, connectionId)),
}
export interface ChainRow {
  companyId: string
  connectionId: string
}

/** The connections of a shard: the task that leases the shard opens them. */
export const shardIndex = {
  pk: (shard: number) => partition<ChainRow>(`INDEX#SHARD#${shard}`),
  key: (shard: number, companyId: string, connectionId: string): Key<ChainRow> => ({
    pk: shardIndex.pk(shard),
    sk: `${companyId}#${connectionId}`,
  }),
  put: (shard: number, companyId: string, connectionId: string): Write =>
    putRow({ ...shardIndex.key(shard, companyId, connectionId), companyId, connectionId }),
  delete: (shard: number, companyId: string, connectionId: string): Write =>
    deleteRow(shardIndex.key(shard, companyId, connectionId)),
}

/** The lease owner of a shard. A lease lasts as long as its owner's {@link taskIndex} row is renewed (decision 53). */
export const leaseIndex = {
  key: (shard: number) => keyIn<LeaseRow>('INDEX#LEASE', String(shard).padStart(3, '0')),
  pk: partition<LeaseRow>('INDEX#LEASE'),
}

export interface LeaseRow {
  /** The owner; '' after a release. */
  taskId: string
  /** Raised at every change of owner. */
  fence: number
  /** When it was released, in milliseconds since 1970. */
  releasedAt?: number
}

/** Tasks of the socket service; the shards are shared among the live ones. */
export const taskIndex = {
  key: (taskId: string) => keyIn<TaskRow>('INDEX#TASK', taskId),
  pk: partition<TaskRow>('INDEX#TASK'),
}
export interface TaskRow {
  /** It and its leases are alive until then, in milliseconds since 1970; the task renews it. */
  until: number
  /** Another task found it dead and took its shards: it must not renew this row, but begin anew without leases. */
  isOver?: boolean
  /** The machine it runs on. */
  host?: string
  /** The release it runs, and since when, in milliseconds since 1970. */
  release?: string
  since?: number
  /** Since when it drains (releases its shards and takes none), in milliseconds since 1970. */
  drainingSince?: number
}

/**
 * Equal copies of a row that is read before every message of every company. A partition serves 3,000 read units a second
 * (DynamoDB guide, "Partitions and data distribution"); a message takes two.
 */
const COPIES = 16

/** The operator's stop of all sending of the platform: who set it and when. */
export const stopIndex = {
  /** The copies. Those of the platform's own switch are written together. */
  pks: Array.from({ length: COPIES }, (_, copy) => `INDEX#SENDING-STOP#${copy}`),
  /** The copy that a company reads. */
  pkFor: (companyId: string) => `INDEX#SENDING-STOP#${spread(companyId) % COPIES}`,
  sk: 'PLATFORM',
  tracesPk: 'INDEX#SENDING-STOP-TRACES',
}
