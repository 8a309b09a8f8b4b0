import type { InboundEvent } from '@recado/shared/messages/inbound'
import { type BaileysEventMap, proto } from '@whiskeysockets/baileys'
import { personOf } from '../wire/jids.ts'

export type Read = Extract<InboundEvent, { kind: 'read' }>

/**
 * Messages of people that the account's own phone has read. The library reports them as an update of a message that is
 * not the account's own (Baileys 7.0.0-rc14, `handleReceipt`). Groups are left out.
 */
export function readOnPhone(
  updates: BaileysEventMap['messages.update'],
  of: { companyId: string; connectionId: string },
): Read[] {
  const byChat = new Map<string, string[]>()
  for (const { key, update } of updates) {
    if (key.fromMe || !key.id || !key.remoteJid || update.status !== proto.WebMessageInfo.Status.READ)
      continue
    byChat.set(key.remoteJid, [...(byChat.get(key.remoteJid) ?? []), key.id])
  }
  return [...byChat].flatMap(([jid, messageIds]) => {
    const person = personOf(jid)
    return person ? [{ kind: 'read' as const, ...of, person, messageIds }] : []
  })
}
