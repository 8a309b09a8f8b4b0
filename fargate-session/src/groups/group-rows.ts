import type { ReportedGroup } from '@recado/shared/group-lists/group-lists'
import type { GroupMember } from '@recado/shared/groups/store'
import type { Person } from '@recado/shared/messages/inbound'
import { cleanName } from '@recado/shared/text'
import { type GroupMetadata, type GroupParticipant, jidDecode } from '@whiskeysockets/baileys'
import { personOf } from '../wire/jids.ts'

/**
 * The library's group as a row.
 * @param askedAt when WhatsApp was asked for it, in milliseconds since 1970
 * @param me the account
 */
export function rowOfGroup(
  group: GroupMetadata,
  connectionId: string,
  askedAt: number,
  me: Person | undefined,
): ReportedGroup {
  const { id, subject, addressingMode, participants } = group
  return {
    connectionId,
    groupId: groupIdIn(id),
    subject: cleanName(subject),
    addressing: addressingMode === 'lid' ? 'lid' : 'pn',
    ...(isClosedTo(me, group) && { onlyAdminsWrite: true }),
    members: participants.map(memberOf),
    updatedAt: new Date(askedAt).toISOString(),
  }
}

/**
 * Whether a group takes no messages from this account: only admins may write, and the account is none. A member list may leave
 * out members who are no admins (assumed of a community's announcements).
 */
export const isClosedTo = (
  me: Person | undefined,
  { announce, participants }: Pick<GroupMetadata, 'announce' | 'participants'>,
): boolean => announce === true && !participants.some((one) => isMember(one, me) && memberOf(one).admin)

export const isMember = (participant: GroupParticipant, me: Person | undefined): boolean => {
  const { number, lid } = memberOf(participant)
  return (number !== null && number === me?.number) || (lid !== null && lid === me?.lid)
}

export const groupIdIn = (jid: string): string => jidDecode(jid)?.user ?? jid

export function memberOf({ id, lid, phoneNumber, admin }: GroupParticipant): GroupMember {
  const person = personOf(id, lid, phoneNumber)
  return { number: person?.number ?? null, lid: person?.lid ?? null, admin: Boolean(admin) }
}

/** Fills in members' missing numbers. @param numbers by LID */
export const withNumbers = (group: ReportedGroup, numbers: ReadonlyMap<string, string>): ReportedGroup => ({
  ...group,
  members: group.members.map((member) => ({
    ...member,
    number: member.number ?? numbers.get(member.lid ?? '') ?? null,
  })),
})

/** Numbers by LID, of members whose number is missing in some of these groups and known in another one. */
export function numbersOfOthers(groups: readonly GroupMetadata[]): Map<string, string> {
  const unknown = new Set<string>()
  for (const { number, lid } of membersOf(groups)) if (number === null && lid !== null) unknown.add(lid)
  const numbers = new Map<string, string>()
  for (const { number, lid } of membersOf(groups))
    if (number !== null && lid !== null && unknown.has(lid)) numbers.set(lid, number)
  return numbers
}

function* membersOf(groups: readonly GroupMetadata[]): Generator<GroupMember> {
  for (const { participants } of groups) for (const participant of participants) yield memberOf(participant)
}
