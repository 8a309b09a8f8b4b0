import { type BinaryNode, jidDecode } from '@whiskeysockets/baileys'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Parcel } from '../companions/outbox.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import { type Group, type Member, memberOf } from './groups.ts'
import { asAuthor, asParticipant } from './identities.ts'
import type { GroupWorld } from './world.ts'

/** The server's description of a group, for queries and for a new group. */
export function groupNode(group: Group): BinaryNode {
  const owner = memberOf(group, { number: group.owner })
  const attributes = {
    id: jidDecode(group.id)?.user,
    subject: group.subject,
    s_t: inSeconds(group.subjectAt),
    s_o: owner && lidJid(owner),
    creation: inSeconds(group.createdAt),
    creator: owner && (group.addressing === 'lid' ? lidJid(owner) : phoneJid(owner)),
    creator_pn: owner && !owner.hidden ? phoneJid(owner) : undefined,
    addressing_mode: group.addressing,
    size: String(group.members.length),
  }
  const participants = group.members.map((member) => stanza('participant', asParticipant(group, member)))
  return stanza('group', attributes, [...participants, ...descriptionOf(group), ...settingsOf(group)])
}

/** A group's settings, as the library reads them (`extractGroupMetadata`). */
function settingsOf({ onlyAdmins, isCommunity, disappearsAfter }: Group): BinaryNode[] {
  return [
    ...(onlyAdmins ? [stanza('announcement', {})] : []),
    ...(isCommunity ? [stanza('parent', {})] : []),
    ...(disappearsAfter ? [stanza('ephemeral', { expiration: String(disappearsAfter) })] : []),
  ]
}

function descriptionOf({ description, createdAt }: Group): BinaryNode[] {
  if (description === '') return []
  const body = stanza('body', {}, Buffer.from(description))
  return [stanza('description', { id: 'SIMULATED', t: inSeconds(createdAt) }, [body])]
}

/** Informs some members' linked devices of a change in a group. Disconnected ones get it later. */
export function notify(
  simulation: GroupWorld,
  group: Group,
  { actor, content, to }: { actor: Member; content: BinaryNode; to: { number: string }[] },
): Parcel[] {
  const attributes = {
    from: group.id,
    type: 'w:gp2',
    ...asAuthor(group, actor),
    t: inSeconds(simulation.now()),
    notify: actor.name || actor.number,
  }
  return to
    .flatMap((member) => simulation.companions.of(member))
    .map((companion) => {
      const node = stanza('notification', { ...attributes, id: simulation.newStanzaId() }, [content])
      return simulation.outbox.add(companion, node)
    })
}
