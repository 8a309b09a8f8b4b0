import type { InboundMessage, Person } from '@recado/shared/messages/inbound'
import { isJidGroup, jidDecode, type WAMessage, WAMessageStubType } from '@whiskeysockets/baileys'
import { isBroadcastList, personOf } from '../wire/jids.ts'
import { contentOf, originalOf, quotedBy, timerIn } from './describe.ts'
import { notice } from './kinds.ts'
import { idOf, nameOf } from './words.ts'

/** A WhatsApp message as an inbox event; undefined if no person wrote it to this account. */
export function inboundOf(
  { key, message, messageTimestamp, messageStubType, pushName }: WAMessage,
  of: { companyId: string; connectionId: string },
): Omit<InboundMessage, 'at'> | undefined {
  const groupId = isJidGroup(key.remoteJid ?? undefined)
    ? jidDecode(key.remoteJid ?? undefined)?.user
    : undefined
  const person = personIn(key)
  const isUnread = messageStubType === WAMessageStubType.CIPHERTEXT
  const placeholder = isUnread ? notice(key.isViewOnce ? 'view-once' : 'unreadable') : undefined
  const content = message ? contentOf(message) : placeholder
  if (!person || !content || !key.id) return undefined
  const quoted = message && quotedBy(message)
  const messageTimer = message ? timerIn(message) : undefined
  return {
    kind: 'message',
    ...of,
    person,
    content,
    messageId: idOf(key.id),
    fromMe: key.fromMe ?? false,
    timestamp: Number(messageTimestamp ?? 0),
    original: message ? originalOf({ message }) : '',
    ...(groupId && { groupId }),
    ...(pushName && { name: nameOf(pushName) }),
    ...(quoted && { quoted }),
    ...(messageTimer !== undefined && { messageTimer }),
  }
}

/** The person of a message: the other one in a chat of two, the writer in a group or broadcast list. */
export function personIn({ remoteJid, remoteJidAlt, participant, participantAlt, fromMe }: WAMessage['key']) {
  if (isJidGroup(remoteJid ?? undefined)) return personOf(participant, participantAlt)
  if (!isBroadcastList(remoteJid)) return personOf(remoteJid, remoteJidAlt)
  // The own phone's message to a list has no single recipient.
  return fromMe ? undefined : personOf(participant, remoteJidAlt)
}

/** Adds the number of a person known by LID only, if it is known. */
export async function completed(
  person: Person,
  numberOf: (lid: string) => Promise<string | null | undefined>,
): Promise<Person> {
  if (person.number || !person.lid) return person
  const number = personOf(await numberOf(`${person.lid}@lid`))?.number
  return number ? { ...person, number } : person
}
