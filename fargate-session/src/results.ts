import {
  acknowledged,
  heldBack,
  REACH_OUT_REFUSED,
  receiptCame,
} from '@recado/shared/campaigns/engine/results'
import { isLasting } from '@recado/shared/lasting-errors'
import type { WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import type { Health } from './health.ts'
import { failure } from './log.ts'
import { patiently } from './patience.ts'
import type { ServicePorts } from './ports.ts'
import { acknowledgeWhenSafe, type Receipt } from './receipts.ts'
import type { SessionOwner } from './session-owner.ts'
import { setAside } from './set-aside.ts'

/**
 * So many results may wait to be recorded before the connection sends on: what a receipt waits for its
 * acknowledgement stays within a second or two, however fast a campaign sends.
 */
const MOST_WAITING = 100
/** Messages whose acknowledgement was seen lately. */
const ACKNOWLEDGED_KEPT = 5000

interface Result {
  messageId: string
  /** What WhatsApp said, for the log. */
  said: string
  record(): Promise<void>
  done: PromiseWithResolvers<void>
}

/**
 * Records what WhatsApp says of a connection's messages: the server's acknowledgement, which Baileys reports only when
 * it is a refusal and is therefore read off the socket, and the phones' receipts. One after the other, since they all
 * count in the same row. Acknowledgements go first: they never come again, while a receipt that was not recorded does.
 */
export class Results {
  readonly #ports: ServicePorts
  readonly #of: { companyId: string; connectionId: string }
  readonly #health: Pick<Health, 'traffic' | 'reachOutLock'>
  readonly #answers: Result[] = []
  readonly #receipts: Result[] = []
  readonly #acknowledged = new LRUCache<string, true>({ max: ACKNOWLEDGED_KEPT })
  #recording: Promise<void> | undefined
  /** Settled when there is room for more. */
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

  /** Resolves when few enough results wait for the connection to send on. */
  async room(): Promise<void> {
    while (this.#answers.length + this.#receipts.length >= MOST_WAITING) {
      this.#room ??= Promise.withResolvers()
      await this.#room.promise
    }
  }

  /** Resolves when everything is recorded, or set aside. */
  async settled(): Promise<void> {
    await this.#recording
  }

  /** The server has a message, or refuses it. What cannot be recorded is set aside: it never comes again. */
  async #answered(socket: WASocket, messageId: string, error: string | undefined): Promise<void> {
    const ref = { ...this.#of, messageId }
    const said = error ?? 'server'
    if (!error) this.#acknowledged.set(messageId, true)
    const record = async () => {
      // The same code stands for one person's missing token: then it is a refusal like any other.
      const lock = error === REACH_OUT_REFUSED ? await this.#health.reachOutLock(socket) : undefined
      await (lock ? heldBack(this.#ports, ref, lock) : acknowledged(this.#ports, ref, error))
    }
    await this.#recorded(this.#answers, { messageId, said, record }).catch((failed: unknown) =>
      setAside(this.#ports, { ...ref, result: said }, failed),
    )
  }

  /** @throws what kept a message's receipt from being recorded, where another try may succeed */
  async #receipted({ messageIds, level }: Receipt): Promise<void> {
    const begun = this.#ports.now()
    await Promise.all(
      messageIds.map(async (messageId) => {
        const ref = { ...this.#of, messageId }
        if (level === 'server' && this.#acknowledged.has(messageId)) return
        const record = () =>
          level === 'server' ? acknowledged(this.#ports, ref) : receiptCame(this.#ports, ref, level)
        try {
          await this.#recorded(this.#receipts, { messageId, said: level, record })
        } catch (failed) {
          if (isLasting(failed)) return setAside(this.#ports, { ...ref, result: level }, failed)
          this.#ports.log.error({ ...ref, level, error: failure(failed) }, 'receipt not recorded')
          throw failed
        }
      }),
    )
    this.#ports.receiptLag.note(this.#ports.now() - begun)
  }

  #traffic(): void {
    this.#health.traffic((noted) => {
      noted.catch((error: unknown) =>
        this.#ports.log.error({ ...this.#of, error: failure(error) }, 'traffic not noted'),
      )
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
