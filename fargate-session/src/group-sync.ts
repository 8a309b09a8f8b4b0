import { getConnection } from '@recado/shared/connections/store'
import { allLists } from '@recado/shared/contact-lists/store'
import {
  keepGroup,
  type Listing,
  type ListNews,
  leaveGroup,
  type ToldGroup,
} from '@recado/shared/groups/lists'
import { type Group, groupsOf } from '@recado/shared/groups/store'
import type { GroupsCommand } from '@recado/shared/queues/commands'
import type { TenantTable } from '@recado/shared/table/tenant'
import { FetchProgress } from './fetch-progress.ts'
import { rowOfGroup, withNumbersOfOthers } from './group-rows.ts'
import type { SocketLine } from './line.ts'
import { tellLists } from './list-news.ts'
import { failure } from './log.ts'
import { patiently } from './patience.ts'
import type { ServicePorts } from './ports.ts'

/** Groups that are stored side by side. */
const AT_ONCE = 5

/**
 * Reads all groups of an account anew, each with its list where lists are wanted; those that the account has
 * left are forgotten.
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
    // Read before WhatsApp is asked: a group that is joined meanwhile is none that was left.
    const before = await patiently(() => groupsOf(table, connectionId))
    const found = await line.readGroups()
    const groups = withNumbersOfOthers(found.map((group) => rowOfGroup(group, connectionId, ports.now())))
    const listing = createLists
      ? { connectionName: connection.name, orphans: await orphansOf(table, connectionId) }
      : undefined
    const kept = await keepAll(table, groups, listing, progress)
    const current = new Set(groups.map(({ groupId }) => groupId))
    const others = before.filter(({ groupId }) => !current.has(groupId))
    const left = await leaveAll(table, others, new Date(ports.now()).toISOString())
    await tellLists(ports, table, [...kept, ...left])
    await progress.done(groups.length)
  } catch (error) {
    const code = line.isOpen() ? 'ERR_GROUP_FETCH_FAILED' : 'ERR_WAPP_NOT_INITIALIZED'
    // Where nobody waits for it, it is tried again.
    if (!(await progress.failed(code))) throw error
    ports.log.warn({ connectionId, error: failure(error) }, 'groups not read')
  }
}

async function keepAll(
  table: TenantTable,
  groups: readonly ToldGroup[],
  listing: Listing | undefined,
  progress: FetchProgress,
): Promise<ListNews[]> {
  const news: ListNews[] = []
  await progress.stored(0, groups.length)
  for (let at = 0; at < groups.length; at += AT_ONCE) {
    const part = groups.slice(at, at + AT_ONCE)
    const kept = await Promise.all(part.map((group) => patiently(() => keepGroup(table, group, listing))))
    news.push(...kept.filter((each) => each !== undefined))
    await progress.stored(at + part.length, groups.length)
  }
  return news
}

async function leaveAll(table: TenantTable, groups: readonly Group[], now: string): Promise<ListNews[]> {
  const news: ListNews[] = []
  for (const { connectionId, groupId } of groups) {
    const left = await patiently(() => leaveGroup(table, connectionId, groupId, now))
    if (left) news.push(left)
  }
  return news
}

/** Lists that have lost their group's row, as those of a group do that was left and joined again. */
async function orphansOf(table: TenantTable, connectionId: string): Promise<Map<string, string>> {
  const lists = await patiently(() => allLists(table, 'GROUP'))
  return new Map(
    lists.flatMap(({ id, group }) => (group?.connectionId === connectionId ? [[group.groupId, id]] : [])),
  )
}
