import { getConnection } from '@recado/shared/connections/store'
import { allLists } from '@recado/shared/contact-lists/store'
import { keepGroup, type ListNews, leaveGroup } from '@recado/shared/group-lists/group-lists'
import { groupIdsOf, recordHeads } from '@recado/shared/groups/heads'
import type { GroupsCommand } from '@recado/shared/queues/commands'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { GroupMetadata } from '@whiskeysockets/baileys'
import { groupIdIn, numbersOfOthers, rowOfGroup, withNumbers } from '../groups/group-rows.ts'
import { tellLists } from '../groups/list-news.ts'
import { patiently } from '../leases/patience.ts'
import type { SocketLine } from '../outbound/line.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { Turns } from '../ports/turns.ts'
import { FetchProgress } from './fetch-progress.ts'

/** Groups that are stored at the same time. */
const AT_ONCE = 5

/**
 * Synchronisations in this process: each holds WhatsApp's answer about all groups, with all members. It takes seconds, or a
 * minute if WhatsApp does not answer.
 */
const SYNCS = new Turns({ atOnce: 1, ofOne: 1, waiting: 8 })
/** Time between two signs of life of a waiting synchronisation, in milliseconds. */
const SIGN_EVERY_MS = 30_000

/**
 * Reads all groups of an account again, and creates their lists if the command says so. Groups that the account has
 * left are deleted.
 * @param signal ends the wait for other accounts' synchronisations
 * @throws NoTurn when it cannot wait here: the command comes again
 */
export async function syncGroups(
  ports: ServicePorts,
  table: TenantTable,
  line: SocketLine,
  command: GroupsCommand,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const { connectionId } = command
  const connection = await patiently(() => getConnection(table, connectionId))
  if (!connection) return
  const progress = new FetchProgress(ports, table, connection)
  await progress.waits()
  const notTold = (error: unknown) => ports.log.warn('waiting for groups not told', { connectionId, error })
  const signs = setInterval(() => void progress.waits().catch(notTold), SIGN_EVERY_MS)
  const begin = () => {
    clearInterval(signs)
    return syncNow(ports, table, line, { ...command, connectionName: connection.name }, progress)
  }
  await SYNCS.take(connectionId, begin, { signal }).finally(() => clearInterval(signs))
}

async function syncNow(
  ports: ServicePorts,
  table: TenantTable,
  line: SocketLine,
  { connectionId, connectionName, createLists = false }: GroupsCommand & { connectionName: string },
  progress: FetchProgress,
): Promise<void> {
  try {
    // Read before the question to WhatsApp: a group joined meanwhile must not count as left.
    const before = await patiently(() => groupIdsOf(table, connectionId))
    const { me, groups, askedAt, hasLeft } = await line.readGroups()
    const total = groups.length
    const current = new Set(groups.map(({ id }) => groupIdIn(id)))
    const numbers = numbersOfOthers(groups)
    const listing = createLists
      ? { connectionName, orphans: await orphansOf(table, connectionId) }
      : undefined
    const keep = async (group: GroupMetadata) => {
      const row = withNumbers(rowOfGroup(group, connectionId, askedAt, me), numbers)
      return hasLeft(row.groupId) ? undefined : keepGroup(table, row, listing, ports.publish)
    }
    const kept = await keepAll(keep, groups, progress)
    const others = [...before].filter((groupId) => !current.has(groupId))
    const leave = (groupId: string) =>
      leaveGroup(table, connectionId, groupId, isoOf(ports.now()), isoOf(askedAt))
    const left = await leaveAll(leave, others)
    await patiently(() => recordHeads(table, connectionId))
    await tellLists(ports, table, [...kept, ...left])
    await progress.done(total)
  } catch (error) {
    const code = line.isOpen() ? 'ERR_GROUP_FETCH_FAILED' : 'ERR_WAPP_NOT_INITIALIZED'
    // Without a person waiting, the command is retried.
    if (!(await progress.failed(code))) throw error
    ports.log.warn('groups not read', { connectionId, error })
  }
}

const isoOf = (at: number): string => new Date(at).toISOString()

/** @param groups emptied as it goes, so that stored groups leave the memory */
async function keepAll(
  keep: (group: GroupMetadata) => Promise<ListNews | undefined>,
  groups: GroupMetadata[],
  progress: FetchProgress,
): Promise<ListNews[]> {
  const news: ListNews[] = []
  const total = groups.length
  await progress.stored(0, total)
  while (groups.length > 0) {
    const part = groups.splice(0, AT_ONCE)
    const kept = await Promise.all(part.map((group) => patiently(() => keep(group))))
    news.push(...kept.filter((each) => each !== undefined))
    await progress.stored(total - groups.length, total)
  }
  return news
}

async function leaveAll(
  leave: (groupId: string) => Promise<ListNews | undefined>,
  groupIds: readonly string[],
): Promise<ListNews[]> {
  const news: ListNews[] = []
  for (const groupId of groupIds) {
    const left = await patiently(() => leave(groupId))
    if (left) news.push(left)
  }
  return news
}

/** Lists whose group has no row any more: the account left the group, and may have joined it again. */
async function orphansOf(table: TenantTable, connectionId: string): Promise<Map<string, string>> {
  const lists = await patiently(() => allLists(table, 'GROUP'))
  return new Map(
    lists.flatMap(({ id, group }) => (group?.connectionId === connectionId ? [[group.groupId, id]] : [])),
  )
}
