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

/** Fills in members' missing numbers from the other groups. */
export function withNumbersOfOthers(groups: readonly ReportedGroup[]): ReportedGroup[] {
  const numbers = new Map<string, string>()
  for (const { number, lid } of groups.flatMap(({ members }) => members))
    if (number !== null && lid !== null) numbers.set(lid, number)
  return groups.map((group) => ({
    ...group,
    members: group.members.map((member) => ({
      ...member,
      number: member.number ?? numbers.get(member.lid ?? '') ?? null,
    })),
  }))
}
