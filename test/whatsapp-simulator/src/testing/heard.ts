import type { BaileysEventMap, WASocket } from '@whiskeysockets/baileys'

/** Events of a company's sockets besides messages, for tests, oldest first. */
export class Heard {
  readonly updates: BaileysEventMap['messages.update'] = []
  readonly reactions: BaileysEventMap['messages.reaction'] = []
  readonly presences: BaileysEventMap['presence.update'][] = []
  /** Members who received or read a group message. */
  readonly receipts: BaileysEventMap['message-receipt.update'] = []
  readonly newGroups: BaileysEventMap['groups.upsert'] = []
  readonly groupUpdates: BaileysEventMap['groups.update'] = []
  readonly memberChanges: BaileysEventMap['group-participants.update'][] = []
  /** Notifications from the wire. */
  readonly notifications: { type: string; content: unknown }[] = []

  listenTo({ ev, ws }: WASocket): void {
    ev.on('messages.update', (updates) => this.updates.push(...updates))
    ev.on('messages.reaction', (reactions) => this.reactions.push(...reactions))
    ev.on('presence.update', (presence) => this.presences.push(presence))
    ev.on('message-receipt.update', (receipts) => this.receipts.push(...receipts))
    ev.on('groups.upsert', (groups) => this.newGroups.push(...groups))
    ev.on('groups.update', (groups) => this.groupUpdates.push(...groups))
    ev.on('group-participants.update', (change) => this.memberChanges.push(change))
    ws.on('CB:notification', ({ attrs, content }: { attrs: Record<string, string>; content: unknown }) => {
      this.notifications.push({ type: attrs.type ?? '', content })
    })
  }
}
