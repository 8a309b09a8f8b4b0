import { getConnection } from '../../connections/store.ts'
import { getList, type ListedGroup } from '../../contact-lists/store.ts'
import { type Group, type GroupMember, getGroup } from '../../groups/store.ts'
import { type KnownContact, knownContacts, placesOf, shownName } from '../../known-contacts/known-contacts.ts'
import { chatOfGroup } from '../../messages/chat.ts'
import { canonicalKey } from '../../phone-numbers/canonical-key.ts'
import { numbersOfLids } from '../../phone-numbers/lids.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Addressed, PlannedRecipient } from './recipients.ts'

const NOTHING_ELSE = { email: '', var1: '', var2: '', var3: '' }

/** The groups of group lists, or all members of them. A person in several groups comes several times. */
export async function* recipientsOfGroupLists(
  table: TenantTable,
  campaign: Addressed,
): AsyncGenerator<PlannedRecipient> {
  const lists = await Promise.all(campaign.contactListIds.map((listId) => getList(table, listId)))
  const listed = lists.flatMap((list) => list?.group ?? [])
  if (campaign.groupMode === 'group') yield* groupsThemselves(table, campaign, listed)
  else yield* membersOfGroups(table, campaign, listed)
}

async function* groupsThemselves(
  table: TenantTable,
  { whatsappId }: Addressed,
  listed: readonly ListedGroup[],
): AsyncGenerator<PlannedRecipient> {
  const groups = await Promise.all(listed.map(({ groupId }) => getGroup(table, whatsappId, groupId)))
  for (const [at, { groupId, name }] of listed.entries()) {
    const group = groups[at]
    yield {
      name: group?.subject ?? name,
      number: groupId,
      ...NOTHING_ELSE,
      chat: chatOfGroup(groupId),
      identity: chatOfGroup(groupId),
      ...(!group && { skip: 'SKIPPED_NOT_IN_GROUP' }),
      ...(group?.onlyAdminsWrite && { skip: 'SKIPPED_ONLY_ADMINS' }),
    }
  }
}

async function* membersOfGroups(
  table: TenantTable,
  { whatsappId }: Addressed,
  listed: readonly ListedGroup[],
): AsyncGenerator<PlannedRecipient> {
  const own = await getConnection(table, whatsappId)
  const ownNumbers = [own?.number, own?.knownNumber].flatMap((number) => (number ? canonicalKey(number) : []))
  // Read once for each account: an account may know many thousands of people and be in a hundred groups.
  const names = new Map<string, Names>()
  for (const place of listed) {
    const group = await readableGroup(table, whatsappId, place)
    if (!group) continue
    const people = names.get(group.connectionId) ?? (await namesIn(table, group.connectionId))
    names.set(group.connectionId, people)
    const numbers = await numbersOfLids(table, hiddenOf(group))
    for (const member of group.members) {
      const known = member.number ?? numbers.get(member.lid ?? '') ?? null
      const number = known === null ? '' : canonicalKey(known)
      if (number && ownNumbers.includes(number)) continue
      const name = nameOf({ ...member, number: known }, people) || number
      yield {
        name,
        number,
        ...NOTHING_ELSE,
        identity: number || `lid-${member.lid}`,
        ...(number === '' ? { skip: 'SKIPPED_NO_NUMBER' } : { unchecked: true }),
      }
    }
  }
}

/** The group as the sending account sees it; if that account is not in it, as the list's account sees it. */
const readableGroup = async (
  table: TenantTable,
  whatsappId: string,
  { connectionId, groupId }: ListedGroup,
) => (await getGroup(table, whatsappId, groupId)) ?? getGroup(table, connectionId, groupId)

const hiddenOf = ({ members }: Group): string[] =>
  members.flatMap(({ number, lid }) => (number === null && lid !== null ? [lid] : []))

type Names = ReadonlyMap<string, KnownContact>

async function namesIn(table: TenantTable, connectionId: string): Promise<Names> {
  const people = await knownContacts(table, connectionId)
  return new Map(people.flatMap((person) => placesOf(person).map((place) => [place, person])))
}

function nameOf(member: GroupMember, people: Names): string {
  for (const place of placesOf(member)) {
    const person = people.get(place)
    if (person && shownName(person) !== '') return shownName(person)
  }
  return ''
}
