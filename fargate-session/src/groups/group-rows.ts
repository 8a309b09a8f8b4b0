import type { ReportedGroup } from '@recado/shared/group-lists/group-lists'
import type { GroupMember } from '@recado/shared/groups/store'
import { cleanName } from '@recado/shared/text'
import { type GroupMetadata, type GroupParticipant, jidDecode } from '@whiskeysockets/baileys'
import { personOf } from '../wire/jids.ts'

/** The library's group as a row. @param askedAt when WhatsApp was asked for it, in milliseconds since 1970 */
export const rowOfGroup = (
  { id, subject, addressingMode, participants }: GroupMetadata,
  connectionId: string,
  askedAt: number,
): ReportedGroup => ({
  connectionId,
  groupId: groupIdIn(id),
  subject: cleanName(subject),
  addressing: addressingMode === 'lid' ? 'lid' : 'pn',
  members: participants.map(memberOf),
  updatedAt: new Date(askedAt).toISOString(),
})

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
