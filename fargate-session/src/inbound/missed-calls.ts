import { proto, type WACallEvent, type WAMessage } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'

/** Calls that ring or ended lately. */
const REMEMBERED = 100

/** Turns unanswered calls of people into messages. */
export class MissedCalls {
  readonly #ringing = new LRUCache<string, WACallEvent>({ max: REMEMBERED })

  /**
   * Follows a call.
   * @returns a message when the call ended without an answer. Assumed: a call that its caller gave up, or that was
   * answered elsewhere, does not end by WhatsApp's timeout
   */
  after(call: WACallEvent): WAMessage | undefined {
    const offer = this.#ringing.get(call.id)
    if (call.status === 'offer') this.#ringing.set(call.id, call)
    if (call.status === 'accept' || call.status === 'reject') this.#ringing.delete(call.id)
    if (call.status !== 'timeout' || call.isGroup) return undefined
    this.#ringing.delete(call.id)
    const { from, callerPn } = offer ?? call
    const isVideo = offer?.isVideo ?? call.isVideo ?? false
    const { MISSED } = proto.Message.CallLogMessage.CallOutcome
    return {
      key: { id: call.id, remoteJid: from, ...(callerPn && { remoteJidAlt: callerPn }), fromMe: false },
      message: { callLogMesssage: { isVideo, callOutcome: MISSED } },
      messageTimestamp: Math.floor(call.date.getTime() / 1000),
    }
  }
}
