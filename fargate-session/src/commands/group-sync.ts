import { getConnection } from '@recado/shared/connections/store'
import { allLists } from '@recado/shared/contact-lists/store'
import {
  keepGroup,
  type ListNews,
  leaveGroup,
  type ReportedGroup,
} from '@recado/shared/group-lists/group-lists'
import { type Group, groupsOf } from '@recado/shared/groups/store'
import type { GroupsCommand } from '@recado/shared/queues/commands'
import type { TenantTable } from '@recado/shared/table/tenant'
import { rowOfGroup, withNumbersOfOthers } from '../groups/group-rows.ts'
import { tellLists } from '../groups/list-news.ts'
import { patiently } from '../leases/patience.ts'
import type { SocketLine } from '../outbound/line.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { FetchProgress } from './fetch-progress.ts'

/** Groups that are stored at the same time. */
const AT_ONCE = 5

/**
 * Reads all groups of an account again, and creates their lists if the command says so. Groups that the account has
 * left are deleted.
 */
export async function syncGroups(
  ports: ServicePorts,
  table: TenantTable,
  line: SocketLine,
  { connectionId, createLists = false }: GroupsCommand,
): Promise<void> {
  const connection = await patiently(() => getConnection(table, connectionId))
  if (!connection) return
  const progress = new FetchProgress(ports, table, connection)
  try {
    // Read before the question to WhatsApp: a group joined meanwhile must not count as left.
    const before = await patiently(() => groupsOf(table, connectionId))
    const found = await line.readGroups()
    const groups = withNumbersOfOthers(
      found.groups.map((group) => rowOfGroup(group, connectionId, found.askedAt)),
    )
    const listing = createLists
      ? { connectionName: connection.name, orphans: await orphansOf(table, connectionId) }
      : undefined
    const keep = async (group: ReportedGroup) =>
      found.hasLeft(group.groupId) ? undefined : keepGroup(table, group, listing, ports.publish)
    const kept = await keepAll(keep, groups, progress)
    const current = new Set(groups.map(({ groupId }) => groupId))
    const others = before.filter(({ groupId }) => !current.has(groupId))
    const left = await leaveAll(table, others, isoOf(ports.now()), isoOf(found.askedAt))
    await tellLists(ports, table, [...kept, ...left])
    await progress.done(groups.length)
  } catch (error) {
    const code = line.isOpen() ? 'ERR_GROUP_FETCH_FAILED' : 'ERR_WAPP_NOT_INITIALIZED'
    // Without a person waiting, the command is retried.
    if (!(await progress.failed(code))) throw error
    ports.log.warn('groups not read', { connectionId, error })
  }
}

const isoOf = (at: number): string => new Date(at).toISOString()

async function keepAll(
  keep: (group: ReportedGroup) => Promise<ListNews | undefined>,
  groups: readonly ReportedGroup[],
  progress: FetchProgress,
): Promise<ListNews[]> {
  const news: ListNews[] = []
  await progress.stored(0, groups.length)
  for (let at = 0; at < groups.length; at += AT_ONCE) {
    const part = groups.slice(at, at + AT_ONCE)
    const kept = await Promise.all(part.map((group) => patiently(() => keep(group))))
    news.push(...kept.filter((each) => each !== undefined))
    await progress.stored(at + part.length, groups.length)
  }
  return news
}

/** @param now ISO 8601 @param askedAt when WhatsApp was asked: groups joined since stay */
async function leaveAll(
  table: TenantTable,
  groups: readonly Group[],
  now: string,
  askedAt: string,
): Promise<ListNews[]> {
  const news: ListNews[] = []
  for (const { connectionId, groupId } of groups) {
    const left = await patiently(() => leaveGroup(table, connectionId, groupId, now, askedAt))
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
