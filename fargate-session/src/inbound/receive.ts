import type { InboundMessage, Person } from '@recado/shared/conversations/inbound'
import { cleanName, cleanText } from '@recado/shared/text'
import { isJidGroup, jidDecode, type WAMessage, WAMessageStubType } from '@whiskeysockets/baileys'
import { contentOf, originalOf, quotedBy } from './describe.ts'
import { isBroadcastList, personOf } from './jids.ts'
import { notice } from './kinds.ts'

/** A message of WhatsApp as it goes into the inbox; undefined for what no person wrote to this account. */
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
  return {
    kind: 'message',
    ...of,
    person,
    content,
    messageId: cleanText(key.id),
    fromMe: key.fromMe ?? false,
    timestamp: Number(messageTimestamp ?? 0),
    original: message ? originalOf({ message }) : '',
    ...(groupId && { groupId }),
    ...(pushName && { name: cleanName(pushName) }),
    ...(quoted && { quoted: cleanText(quoted) }),
  }
}

/** Whose message it is: the other person's in a conversation of two, in a group and through a list its writer's. */
function personIn({ remoteJid, remoteJidAlt, participant, participantAlt, fromMe }: WAMessage['key']) {
  if (isJidGroup(remoteJid ?? undefined)) return personOf(participant, participantAlt)
  if (!isBroadcastList(remoteJid)) return personOf(remoteJid, remoteJidAlt)
  // What the own phone writes to its lists has no one person that it is for.
  return fromMe ? undefined : personOf(participant, remoteJidAlt)
}

/** Completes a person of whom only WhatsApp's id came, where the number is known from before. */
export async function completed(
  person: Person,
  numberOf: (lid: string) => Promise<string | null | undefined>,
): Promise<Person> {
  if (person.number || !person.lid) return person
  const number = personOf(await numberOf(`${person.lid}@lid`))?.number
  return number ? { ...person, number } : person
}
