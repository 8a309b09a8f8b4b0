import type { InboundMessage, Person } from '@recado/shared/conversations/inbound'
import { cleanName, cleanText } from '@recado/shared/text'
import { isJidGroup, jidDecode, type WAMessage } from '@whiskeysockets/baileys'
import { contentOf, originalOf, quotedBy } from './describe.ts'
import { personOf } from './jids.ts'

/** A message of WhatsApp as it goes into the inbox; undefined for what no person wrote to this account. */
export function inboundOf(
  { key, message, messageTimestamp, pushName }: WAMessage,
  of: { companyId: string; connectionId: string },
): Omit<InboundMessage, 'at'> | undefined {
  const groupId = isJidGroup(key.remoteJid ?? undefined)
    ? jidDecode(key.remoteJid ?? undefined)?.user
    : undefined
  const person = groupId
    ? personOf(key.participant, key.participantAlt)
    : personOf(key.remoteJid, key.remoteJidAlt)
  const content = message ? contentOf(message) : undefined
  if (!person || !content || !message || !key.id) return undefined
  const quoted = quotedBy(message)
  return {
    ...{ kind: 'message', ...of, person, content, messageId: cleanText(key.id), fromMe: key.fromMe ?? false },
    timestamp: Number(messageTimestamp ?? 0),
    original: originalOf({ message }),
    ...(groupId && { groupId }),
    ...(pushName && { name: cleanName(pushName) }),
    ...(quoted && { quoted: cleanText(quoted) }),
  }
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
