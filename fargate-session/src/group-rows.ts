import type { ToldGroup } from '@recado/shared/groups/lists'
import type { GroupMember } from '@recado/shared/groups/store'
import { cleanName } from '@recado/shared/text'
import { type GroupMetadata, type GroupParticipant, jidDecode } from '@whiskeysockets/baileys'
import { personOf } from './inbound/jids.ts'

/** A group as the library tells it → as it is stored. @param now milliseconds since 1970 */
export const rowOfGroup = (
  { id, subject, addressingMode, participants }: GroupMetadata,
  connectionId: string,
  now: number,
): ToldGroup => ({
  connectionId,
  groupId: groupIdIn(id),
  subject: cleanName(subject),
  addressing: addressingMode === 'lid' ? 'lid' : 'pn',
  members: participants.map(memberOf),
  updatedAt: new Date(now).toISOString(),
})

export const groupIdIn = (jid: string): string => jidDecode(jid)?.user ?? jid

export function memberOf({ id, lid, phoneNumber, admin }: GroupParticipant): GroupMember {
  const person = personOf(id, lid, phoneNumber)
  return { number: person?.number ?? null, lid: person?.lid ?? null, admin: Boolean(admin) }
}

/** What one group does not tell of a member's number, another one may. */
export function withNumbersOfOthers(groups: readonly ToldGroup[]): ToldGroup[] {
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
