import { resultFaulted } from '@recado/shared/campaigns/engine/faults'
import {
  acknowledged,
  heldBack,
  type MessageRef,
  REACH_OUT_REFUSED,
  receiptCame,
} from '@recado/shared/campaigns/engine/results'
import { isLasting } from '@recado/shared/errors/lasting-errors'
import { levelRank } from '@recado/shared/messages/ack-level'
import type { WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { patiently } from '../leases/patience.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { setAside } from '../ports/set-aside.ts'
import type { Health } from '../questions/health.ts'
import { acknowledgeWhenSafe, type Receipt } from './receipts.ts'
import type { SessionOwner } from './session-owner.ts'

/**
 * A connection stops sending while this many results wait. A receipt's acknowledgement is then at most a second or
 * two late, however fast a campaign sends.
 */
const MOST_WAITING = 100
/** Acknowledged message ids kept in memory. */
const ACKNOWLEDGED_KEPT = 5000
/** Message ids with a recorded receipt kept in memory. */
const RECEIPTED_KEPT = 5000

type PhoneLevel = Exclude<Receipt['level'], 'server'>

interface Result {
  messageId: string
  /** WhatsApp's answer, for the log. */
  said: string
  record(): Promise<void>
  done: PromiseWithResolvers<void>
}

/**
 * Records WhatsApp's results for a connection's messages: the server's acknowledgements and the phones' receipts.
 * Baileys reports an acknowledgement only if it is a refusal, so they are read from the socket. Results are
 * recorded one after the other, because they update the same row of counts. Acknowledgements go first: WhatsApp
 * never repeats them, but it repeats an unrecorded receipt.
 */
export class Results {
  readonly #ports: ServicePorts
  readonly #of: { companyId: string; connectionId: string }
  readonly #health: Pick<Health, 'traffic' | 'reachOutLock'>
  readonly #answers: Result[] = []
  readonly #receipts: Result[] = []
  readonly #acknowledged = new LRUCache<string, true>({ max: ACKNOWLEDGED_KEPT })
  /** The highest level recorded by a phone's receipt, per message id. */
  readonly #recordedLevels = new LRUCache<string, PhoneLevel>({ max: RECEIPTED_KEPT })
  #recording: Promise<void> | undefined
  /** Resolves when there is room again. */
  #room: PromiseWithResolvers<void> | undefined

  constructor(
    ports: ServicePorts,
    { companyId, connectionId }: SessionOwner,
    health: Pick<Health, 'traffic' | 'reachOutLock'>,
  ) {
    this.#ports = ports
    this.#of = { companyId, connectionId }
    this.#health = health
  }

  watch(socket: WASocket): void {
    const traffic = () => this.#traffic()
    socket.ws.on('CB:ack,class:message', ({ attrs: { id, error } }: { attrs: Record<string, string> }) => {
      traffic()
      if (id) void this.#answered(socket, id, error)
    })
    acknowledgeWhenSafe(socket, (receipt) => {
      traffic()
      return this.#receipted(receipt)
    })
    socket.ev.on('messages.upsert', traffic)
  }

  /** Resolves when few enough results wait. */
  async room(): Promise<void> {
    while (this.#answers.length + this.#receipts.length >= MOST_WAITING) {
      this.#room ??= Promise.withResolvers()
      await this.#room.promise
    }
  }

  /** Resolves when everything is recorded or set aside. */
  async settled(): Promise<void> {
    await this.#recording
  }

  /**
   * Records the server's acknowledgement or refusal. WhatsApp never repeats it, so it is set aside if it cannot be
   * recorded.
   */
  async #answered(socket: WASocket, messageId: string, error: string | undefined): Promise<void> {
    // An accepted message goes again to a device that could not read it, without our proof, and WhatsApp may then refuse it.
    // That says nothing about the message or the account.
    if (error && this.#acknowledged.has(messageId)) return
    const ref = { ...this.#of, messageId }
    const said = error ?? 'server'
    if (!error) this.#acknowledged.set(messageId, true)
    const record = async () => {
      // The same code also means that one person's token is missing. Without a lock it is an ordinary refusal.
      const lock = error === REACH_OUT_REFUSED ? await this.#health.reachOutLock(socket) : undefined
      await (lock ? heldBack(this.#ports, ref, lock) : acknowledged(this.#ports, ref, error))
      // The next receipt proves that a refused message arrived all the same.
      if (error) this.#recordedLevels.delete(messageId)
    }
    await this.#recorded(this.#answers, { messageId, said, record }).catch((failed: unknown) =>
      this.#giveUp(ref, said, failed),
    )
  }

  /** @throws when a receipt could not be recorded and a retry may succeed */
  async #receipted({ messageIds, level }: Receipt): Promise<void> {
    const begun = this.#ports.now()
    await Promise.all(
      messageIds.map(async (messageId) => {
        const ref = { ...this.#of, messageId }
        if (!this.#isNews(messageId, level)) return
        const record = () =>
          level === 'server' ? acknowledged(this.#ports, ref) : this.#raiseLevel(ref, level)
        try {
          await this.#recorded(this.#receipts, { messageId, said: level, record })
        } catch (failed) {
          if (isLasting(failed)) return this.#giveUp(ref, level, failed)
          this.#ports.log.error('receipt not recorded', { ...ref, level, error: failed })
          throw failed
        }
      }),
    )
    this.#ports.receiptLag.note(this.#ports.now() - begun)
  }

  /** Whether a receipt may change something. Every member of a group sends its own, and only the first one does. */
  #isNews(messageId: string, level: Receipt['level']): boolean {
    // An acknowledgement also completes an edit or a deletion, which no phone's receipt does.
    if (level === 'server') return !this.#acknowledged.has(messageId)
    const recorded = this.#recordedLevels.get(messageId)
    return recorded === undefined || levelRank(level) > levelRank(recorded)
  }

  async #raiseLevel(ref: MessageRef, level: PhoneLevel): Promise<void> {
    // Another member's receipt may have been recorded while this one waited.
    if (!this.#isNews(ref.messageId, level)) return
    await receiptCame(this.#ports, ref, level)
    this.#recordedLevels.set(ref.messageId, level)
  }

  /** Handles a result that can never be recorded. It is logged once. */
  async #giveUp(ref: MessageRef, result: string, failed: unknown): Promise<void> {
    const recorded =
      isLasting(failed) &&
      (await resultFaulted(this.#ports, ref, failed).catch((error: unknown) => {
        this.#ports.log.warn('fault not recorded', { ...ref, error })
        return false
      }))
    if (!recorded) setAside(this.#ports, { ...ref, result }, failed)
  }

  #traffic(): void {
    this.#health.traffic((noted) => {
      noted.catch((error: unknown) => this.#ports.log.error('traffic not noted', { ...this.#of, error }))
    })
  }

  #recorded(line: Result[], result: Omit<Result, 'done'>): Promise<void> {
    const done = Promise.withResolvers<void>()
    line.push({ ...result, done })
    this.#recording ??= this.#recordAll()
    return done.promise
  }

  async #recordAll(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      await patiently(next.record).then(next.done.resolve, next.done.reject)
    }
    this.#recording = undefined
  }

  #next(): Result | undefined {
    const next = this.#answers.shift() ?? this.#receipts.shift()
    this.#room?.resolve()
    this.#room = undefined
    return next
  }
}
