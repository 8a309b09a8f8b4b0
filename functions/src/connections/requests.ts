import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { AFTER_CALLS_SECONDS } from '@recado/shared/queues/after-calls'
import type { CleanupJob } from '@recado/shared/queues/jobs'
import { ports, tableOf } from '../context.ts'
import { command } from './shown.ts'

/** A command that carries out a person's request. */
type Asked = NonNullable<CleanupJob['asked']>

/**
 * Queues the repetition of a request's command, before the request is stored: a call that dies behind its write gives no
 * command, and nothing else opens or unlinks the connection.
 * @param request the number that the request gets
 */
export const queueRepetition = (
  { companyId, id }: Pick<StoredConnection, 'companyId' | 'id'>,
  asked: Asked,
  request: number,
): Promise<void> =>
  ports.queues.send('cleanup', { companyId, kind: 'request', id, asked, request }, AFTER_CALLS_SECONDS)

/** The number of the next request for a connection. */
export const nextRequest = ({ request = 0 }: Pick<StoredConnection, 'request'>): number => request + 1

/** Gives the command of a request once more, unless its session has begun or a person has asked for something else since. */
export async function repeatRequest({ companyId, id, asked, request }: CleanupJob): Promise<void> {
  const connection = await getConnection(tableOf(companyId), id)
  if (!connection || !asked || (connection.request ?? 0) !== request) return
  if (isCarriedOut(connection, asked)) return
  await command({ kind: asked, companyId, connectionId: id, request: connection.request })
}

const isCarriedOut = (
  { status, request = 0, unlinkedFor = -1 }: Pick<StoredConnection, 'status' | 'request' | 'unlinkedFor'>,
  asked: Asked,
): boolean => (asked === 'unlink' ? unlinkedFor >= request : status !== 'OPENING')
