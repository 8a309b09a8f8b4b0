import type { Key, Row, Write } from './table.ts'

/**
 * Rows whose key cannot begin with a company, since they are looked up before the company is known or for
 * all companies at once. Only system jobs and sign-in read them; a test lists the files that may.
 */

/** Their partition keys as IAM tells them apart: all, those that a company's writes keep up to date, and what it reads of them. */
export const indexPatterns = {
  all: 'INDEX#*',
  written: ['INDEX#EMAIL#*', 'INDEX#DUE#*', 'INDEX#CHAIN#*', 'INDEX#SHARD#*', 'INDEX#SOCKET#*'],
  read: ['INDEX#SENDING-STOP'],
}

/** E-mail → user. */
export const emailIndex = {
  key: (email: string): Key => ({ pk: `INDEX#EMAIL#${email}`, sk: 'EMAIL' }),
  put: (email: string, to: { companyId: string; userId: string }): Row => ({
    ...emailIndex.key(email),
    ...to,
  }),
}

/** An open socket → whose it is. */
export const socketIndex = {
  key: (socketId: string, companyId: string): Key => ({ pk: `INDEX#SOCKET#${socketId}`, sk: companyId }),
  pk: (socketId: string) => `INDEX#SOCKET#${socketId}`,
}

/** Companies whose people have listened lately: whom news for everybody is handed to. Rows go some hours after the last socket. */
export const listeningIndex = {
  pk: (partition: number) => `INDEX#LISTENING#${partition}`,
  put: (companyId: string, expiresAt: number): Row => ({
    pk: listeningIndex.pk(partitionOf(companyId)),
    sk: companyId,
    companyId,
    expiresAt,
  }),
  delete: (companyId: string): Write => ({
    delete: { pk: listeningIndex.pk(partitionOf(companyId)), sk: companyId },
  }),
}
export interface ListeningRow {
  companyId: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** A socket ticket that is still to be used. */
export const ticketIndex = {
  key: (digest: string): Key => ({ pk: `INDEX#TICKET#${digest}`, sk: 'TICKET' }),
}

/** A handover from another instance that was taken: it lets in once. */
export const handoverIndex = {
  key: (digest: string): Key => ({ pk: `INDEX#HANDOVER#${digest}`, sk: 'HANDOVER' }),
}

/** Failed sign-ins, by e-mail or by address. */
export const attemptIndex = {
  key: (who: string): Key => ({ pk: `INDEX#ATTEMPTS#${who}`, sk: 'ATTEMPTS' }),
}

/** Spread over a few partitions by campaign or connection, so that no single one is hot. */
const PARTITIONS = 4
const partitionOf = (id: string): number =>
  (id.charCodeAt(id.length - 1) + id.charCodeAt(id.length - 2)) % PARTITIONS
export const allPartitions = Array.from({ length: PARTITIONS }, (_, number) => number)

/** Campaigns that are to start, by their time: `{instant}#{companyId}#{campaignId}`. */
export const dueIndex = {
  pk: (partition: number) => `INDEX#DUE#${partition}`,
  key: (at: string, companyId: string, campaignId: string): Key => ({
    pk: dueIndex.pk(partitionOf(campaignId)),
    sk: `${at}#${companyId}#${campaignId}`,
  }),
  put: (at: string, companyId: string, campaignId: string): Write => ({
    put: { ...dueIndex.key(at, companyId, campaignId), companyId, campaignId, at },
  }),
  delete: (at: string, companyId: string, campaignId: string): Write => ({
    delete: dueIndex.key(at, companyId, campaignId),
  }),
}
export interface DueRow {
  companyId: string
  campaignId: string
  at: string
}

/** Connections whose pace chain runs: what the sweeper looks after. */
export const chainIndex = {
  pk: (partition: number) => `INDEX#CHAIN#${partition}`,
  key: (companyId: string, connectionId: string): Key => ({
    pk: chainIndex.pk(partitionOf(connectionId)),
    sk: `${companyId}#${connectionId}`,
  }),
  put: (companyId: string, connectionId: string): Write => ({
    put: { ...chainIndex.key(companyId, connectionId), companyId, connectionId },
  }),
  delete: (companyId: string, connectionId: string): Write => ({
    delete: chainIndex.key(companyId, connectionId),
  }),
}
export interface ChainRow {
  companyId: string
  connectionId: string
}

/** Connections of a shard: what the task that leases the shard opens. */
export const shardIndex = {
  pk: (shard: number) => `INDEX#SHARD#${shard}`,
  key: (shard: number, companyId: string, connectionId: string): Key => ({
    pk: shardIndex.pk(shard),
    sk: `${companyId}#${connectionId}`,
  }),
  put: (shard: number, companyId: string, connectionId: string): Write => ({
    put: { ...shardIndex.key(shard, companyId, connectionId), companyId, connectionId },
  }),
  delete: (shard: number, companyId: string, connectionId: string): Write => ({
    delete: shardIndex.key(shard, companyId, connectionId),
  }),
}

/** Who holds a shard: see fargate-session's leases. */
export const leaseIndex = {
  key: (shard: number): Key => ({ pk: `INDEX#LEASE`, sk: String(shard).padStart(3, '0') }),
  pk: 'INDEX#LEASE',
}

export interface LeaseRow {
  taskId: string
  /** Milliseconds since 1970; 0 where it was given back. */
  until: number
  /** Raised at every change of owner. */
  fence: number
}

/** Tasks of the socket service that are alive, to share the shards among. */
export const taskIndex = {
  key: (taskId: string): Key => ({ pk: 'INDEX#TASK', sk: taskId }),
  pk: 'INDEX#TASK',
}
export interface TaskRow {
  /** Alive until it says more, in milliseconds since 1970. */
  until: number
  /** The machine it runs on. */
  host?: string
  /** Which release it runs, and since when, in milliseconds since 1970. */
  release?: string
  since?: number
  /** Since when it is to give its shards away and take none, in milliseconds since 1970. */
  drainingSince?: number
}

/** Whether the operator has stopped all sending of the platform, and who threw that switch when. */
export const stopIndex = {
  key: { pk: 'INDEX#SENDING-STOP', sk: 'PLATFORM' } satisfies Key,
  tracesPk: 'INDEX#SENDING-STOP-TRACES',
}
