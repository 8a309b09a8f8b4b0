import { deviceLidJid, devicePhoneJid, lidJid, phoneJid } from '../accounts/jids.ts'
import type { Group, Member } from './groups.ts'

type Identified = Pick<Member, 'number' | 'lid' | 'hidden'>

/** A member's JID in a group: the LID, or the number in an old group. */
export const memberJid = (group: Group, member: Pick<Identified, 'number' | 'lid'>): string =>
  group.addressing === 'lid' ? lidJid(member) : phoneJid(member)

/** A member as a `participant` child. */
export function asParticipant(group: Group, member: Member) {
  const jid = memberJid(group, member)
  const type = member.rank === 'member' ? undefined : member.rank
  if (group.addressing === 'pn') return { jid, lid: lidJid(member), type }
  return { jid, phone_number: member.hidden ? undefined : phoneJid(member), type }
}

/** The author of a stanza from a group. With `device`, the linked device. */
export function asAuthor(group: Group, author: Identified, device = 0) {
  const { addressing } = group
  const of = { ...author, device }
  if (addressing === 'pn') {
    const participant = device ? devicePhoneJid(of) : phoneJid(author)
    return { participant, participant_lid: lidJid(author), addressing_mode: addressing }
  }
  const participant = device ? deviceLidJid(of) : lidJid(author)
  const number = author.hidden ? undefined : phoneJid(author)
  return { participant, participant_pn: number, addressing_mode: addressing }
}
