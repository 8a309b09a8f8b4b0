import { getConnection } from '@recado/shared/connections/store'
import { allLists } from '@recado/shared/contact-lists/store'
import { keepGroup, type ListNews, leaveGroup } from '@recado/shared/groups/lists'
import { groupsOf } from '@recado/shared/groups/store'
import type { GroupsCommand } from '@recado/shared/queues/queues'
import { TenantTable } from '@recado/shared/table/tenant'
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
  line: SocketLine,
  { companyId, connectionId, createLists = false }: GroupsCommand,
): Promise<void> {
  const table = new TenantTable(ports.table, companyId)
  const connection = await patiently(() => getConnection(table, connectionId))
  if (!connection) return
  const progress = new FetchProgress(ports, table, connection)
  try {
    const found = await line.readGroups()
    const groups = withNumbersOfOthers(found.map((group) => rowOfGroup(group, connectionId, ports.now())))
    await progress.stored(0, groups.length)
    const orphans = createLists ? await orphansOf(table, connectionId) : new Map()
    const listing = createLists ? { connectionName: connection.name, orphans } : undefined
    const news: (ListNews | undefined)[] = []
    for (let at = 0; at < groups.length; at += AT_ONCE) {
      const part = groups.slice(at, at + AT_ONCE)
      const stored = part.map((group) => patiently(() => keepGroup(table, group, listing)))
      news.push(...(await Promise.all(stored)))
      await progress.stored(at + part.length, groups.length)
    }
    const current = new Set(groups.map(({ groupId }) => groupId))
    news.push(...(await forgetOthers(ports, table, connectionId, current)))
    await tellLists(
      ports,
      table,
      news.filter((each) => each !== undefined),
    )
    await progress.done(groups.length)
  } catch (error) {
    const code = line.isOpen() ? 'ERR_GROUP_FETCH_FAILED' : 'ERR_WAPP_NOT_INITIALIZED'
    // Where nobody waits for it, it is tried again.
    if (!(await progress.failed(code))) throw error
    ports.log.warn({ connectionId, error: failure(error) }, 'groups not read')
  }
}

async function forgetOthers(
  ports: ServicePorts,
  table: TenantTable,
  connectionId: string,
  current: ReadonlySet<string>,
): Promise<(ListNews | undefined)[]> {
  const now = new Date(ports.now()).toISOString()
  const news: (ListNews | undefined)[] = []
  for (const { groupId } of await patiently(() => groupsOf(table, connectionId))) {
    if (!current.has(groupId)) news.push(await patiently(() => leaveGroup(table, connectionId, groupId, now)))
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
