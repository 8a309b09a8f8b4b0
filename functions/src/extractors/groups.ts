import { allConnections, type StoredConnection } from '@recado/shared/connections/store'
import { getList } from '@recado/shared/contact-lists/store'
import { notFound } from '@recado/shared/errors/errors'
import type { ExtractedGroup } from '@recado/shared/extractors/extracted'
import { groupSheet, membersSheet } from '@recado/shared/extractors/sheets'
import { groupOfList } from '@recado/shared/group-lists/group-lists'
import { allFetches, beginFetch, fetchOf } from '@recado/shared/groups/fetches'
import type { GroupContact } from '@recado/shared/groups/group-contact'
import type { GroupFetch } from '@recado/shared/groups/group-fetch'
import { type GroupHead, groupHeads, headOf } from '@recado/shared/groups/heads'
import { membersOfAll } from '@recado/shared/groups/members'
import { type Group, getGroup, groupIdOf, groupsOf, placeOfGroup } from '@recado/shared/groups/store'
import type { FileAnswer } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import type { Language } from '@recado/shared/language'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { ports, publish, tableOf } from '../context.ts'
import { fileOfSheet } from '../exports/exports.ts'

/** Most group members in one answer. A member is about 100 bytes, and an answer may have 4 MB. */
const MOST_MEMBERS = 20_000

/** @param contacts whether the groups come with their members, which reads all groups in full */
export async function allGroups(
  { companyId }: Actor,
  { contacts = true }: { contacts?: boolean | undefined },
) {
  const table = tableOf(companyId)
  const connections = await allConnections(table)
  const shown = await (contacts ? groupsWithMembers(table, connections) : groupsAlone(table, connections))
  const groups = shown.sort((one, other) => byName.compare(one.name, other.name))
  return { groups, fetches: await fetchesOf(table, connections) }
}

/** @throws DomainError ERR_NO_WAPP_FOUND when no account is linked */
export async function sync({ companyId }: Actor): Promise<{ fetches: GroupFetch[] }> {
  const table = tableOf(companyId)
  const connections = await allConnections(table)
  const linked = connections.filter(({ number }) => number !== null)
  if (linked.length === 0) throw notFound('ERR_NO_WAPP_FOUND', 'No account is linked')
  await Promise.all(linked.map((connection) => begin(table, connection)))
  const fetches = await fetchesOf(table, connections)
  for (const fetch of fetches)
    await publish({ companyId, topic: 'contact-list', action: 'syncing', body: { fetch } })
  return { fetches }
}

export const exportMembers = (
  { companyId }: Actor,
  { contacts, name, language }: { contacts: GroupContact[]; name?: string | undefined; language: Language },
): Promise<FileAnswer> => fileOfSheet(companyId, membersSheet(contacts, language, name), language)

/** @param id of a group or a GROUP list. @throws DomainError ERR_NO_GROUP_FOUND */
export async function exportOne({ companyId }: Actor, id: string, language: Language): Promise<FileAnswer> {
  const table = tableOf(companyId)
  const place = placeOfGroup(id)
  const list = place ? undefined : await getList(table, id)
  const group = place ? await getGroup(table, ...idsOf(place)) : list && (await groupOfList(table, list))
  const sheet = groupSheet(table, requireGroup(group), language)
  return fileOfSheet(companyId, { ...sheet, name: list?.name ?? sheet.name }, language)
}

const byName = new Intl.Collator('pt-BR')

async function groupsAlone(
  table: TenantTable,
  connections: readonly StoredConnection[],
): Promise<ExtractedGroup[]> {
  const names = new Map(connections.map(({ id, name }) => [id, name]))
  const heads = await groupHeads(table, [...names.keys()])
  return heads.map((head) => shownGroup(head, names.get(head.connectionId) ?? ''))
}

async function groupsWithMembers(
  table: TenantTable,
  connections: readonly StoredConnection[],
): Promise<ExtractedGroup[]> {
  const groups = await Promise.all(connections.map(({ id }) => groupsOf(table, id)))
  const isTooLong = groups.flat().reduce((sum, { members }) => sum + members.length, 0) > MOST_MEMBERS
  const shown = await Promise.all(
    connections.map(async ({ name }, index) => {
      const own = groups[index] ?? []
      const contacts = isTooLong ? [] : await membersOfAll(table, own)
      return own.map((group, at) => withMembers(shownGroup(headOf(group), name), contacts[at]))
    }),
  )
  return shown.flat()
}

/** Counts unknown numbers among the members as they are known now. */
const withMembers = (group: ExtractedGroup, contacts: GroupContact[] | undefined): ExtractedGroup =>
  contacts
    ? { ...group, contacts, unknownNumbers: contacts.filter(({ number }) => number === '').length }
    : group

const shownGroup = (head: GroupHead, whatsappName: string): ExtractedGroup => ({
  id: groupIdOf(head),
  name: head.subject,
  contactsCount: head.contactsCount,
  unknownNumbers: head.unknownNumbers,
  whatsappId: head.connectionId,
  whatsappName,
  contactListId: head.contactListId ?? null,
  updatedAt: head.updatedAt,
  contacts: null,
})

/** Starts a fetch. It fails at once if the linked account is not connected. */
async function begin(table: TenantTable, { id, status }: StoredConnection): Promise<void> {
  const isOpen = status === 'CONNECTED'
  const begun = await beginFetch(table, id, ports.now(), isOpen ? null : 'ERR_WAPP_NOT_INITIALIZED')
  if (!begun || !isOpen) return
  const { companyId } = table
  await ports.queues.command({ kind: 'groups', companyId, connectionId: id, createLists: true }, newId())
}

async function fetchesOf(
  table: TenantTable,
  connections: readonly StoredConnection[],
): Promise<GroupFetch[]> {
  const names = new Map(connections.map(({ id, name }) => [id, name]))
  const now = ports.now()
  return (await allFetches(table)).flatMap((fetch) => {
    const name = names.get(fetch.connectionId)
    return name === undefined ? [] : [fetchOf(fetch, name, now)]
  })
}

const idsOf = ({ connectionId, groupId }: Pick<Group, 'connectionId' | 'groupId'>) =>
  [connectionId, groupId] as const

function requireGroup(group: Group | undefined): Group {
  if (!group) throw notFound('ERR_NO_GROUP_FOUND')
  return group
}
