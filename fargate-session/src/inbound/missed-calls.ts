import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  proto,
  type WACallEvent,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'

/** Calls that ring or ended lately. */
const REMEMBERED = 100

/** A step of a call, as the library reports it, with two fields that the library leaves out. */
export interface CallStep extends Pick<WACallEvent, 'status' | 'isGroup'> {
  /** The account itself calls. */
  isOwn?: boolean
  /** Why the call ended, as WhatsApp says. */
  reason?: string | undefined
}

/** `settled`: the call was answered or refused, is of a group or our own, or was already counted as missed. */
export type CallPhase = 'ringing' | 'missed' | 'settled'

/** A phone of the account answered or refused the call (read: WAHA `session.gows.core.ts`). */
const ELSEWHERE: readonly unknown[] = ['accepted_elsewhere', 'rejected_elsewhere']

/**
 * The phase of a call after its next step; undefined for a call that was never offered. A caller who gives up ends the
 * call like one whose time is over, and each of the caller's devices may say so. Assumed: `accept` and `reject` reach all
 * devices of the account.
 */
export function phaseAfter(
  phase: CallPhase | undefined,
  { status, isGroup, isOwn, reason }: CallStep,
): CallPhase | undefined {
  if (phase === 'missed' || phase === 'settled') return 'settled'
  if (status === 'accept' || status === 'reject') return 'settled'
  if (status === 'offer') return isGroup || isOwn ? 'settled' : 'ringing'
  if (phase !== 'ringing' || (status !== 'terminate' && status !== 'timeout')) return phase
  return ELSEWHERE.includes(reason) ? 'settled' : 'missed'
}

/** Turns unanswered calls of people into messages. */
export class MissedCalls {
  readonly #calls = new LRUCache<string, { phase: CallPhase; offer: WACallEvent }>({ max: REMEMBERED })
  readonly #reasons = new LRUCache<string, string>({ max: REMEMBERED })

  /** Notes why a call ends, before the library reports the end without its reason. @param stanza a `call` */
  noteReason(stanza: BinaryNode): void {
    for (const { attrs } of getAllBinaryNodeChildren(stanza)) {
      const { 'call-id': id, reason } = attrs
      if (id && reason) this.#reasons.set(id, reason)
    }
  }

  /** Follows a call. @returns a message when the call was missed */
  after(call: WACallEvent, isOwn: boolean): WAMessage | undefined {
    const known = this.#calls.get(call.id)
    const phase = phaseAfter(known?.phase, { ...call, isOwn, reason: this.#reasons.get(call.id) })
    const offer = known?.offer ?? call
    if (phase) this.#calls.set(call.id, { phase, offer })
    if (phase !== 'missed') return undefined
    const { from, callerPn, isVideo = false } = offer
    const { MISSED } = proto.Message.CallLogMessage.CallOutcome
    return {
      key: { id: call.id, remoteJid: from, ...(callerPn && { remoteJidAlt: callerPn }), fromMe: false },
      message: { callLogMesssage: { isVideo, callOutcome: MISSED } },
      messageTimestamp: Math.floor(call.date.getTime() / 1000),
    }
  }
}
