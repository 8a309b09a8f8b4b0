import { noteNewChatCap } from '@recado/shared/campaigns/engine/new-chat-cap'
import { noteReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import {
  changeHealth,
  extendHold,
  getHealth,
  type HealthRow,
  type Hold,
  holdByWhatsApp,
} from '@recado/shared/connections/health-store'
import { settled } from '@recado/shared/settled'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { NewChatMessageCapInfo, ReachoutTimelockState, WASocket } from '@whiskeysockets/baileys'
import { patiently } from '../leases/patience.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { statusCodeOf } from '../wire/disconnects.ts'

/** Interval of the questions about an account's limits, in milliseconds. The first is at opening. */
const ASK_EVERY_MS = 30 * 60_000
/** An unexplained refusal holds first contacts for this long, in milliseconds. Then WhatsApp is asked again. */
const UNEXPLAINED_MS = 60_000
/** Minimum time between two records of traffic, in milliseconds. */
const TRAFFIC_EVERY_MS = 60_000

/** Handles failures of background work. */
type Guard = (work: Promise<unknown>) => void

/** Stores WhatsApp's limits for an account, for the engine and for display. */
export class Health {
  readonly #ports: ServicePorts
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #changed: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #askingAgain: NodeJS.Timeout | undefined
  #trafficAt = 0
  #lockEvents = 0
  #capNotices = 0
  #last: Promise<void> = Promise.resolve()
  #guard: Guard = () => undefined
  #isWatching = false

  /** @param changed tells the browsers */
  constructor(ports: ServicePorts, table: TenantTable, connectionId: string, changed: () => Promise<void>) {
    this.#ports = ports
    this.#table = table
    this.#connectionId = connectionId
    this.#changed = changed
  }

  /** Asks regularly while the socket is open. @param guard handles failures */
  watch(socket: WASocket, guard: Guard): void {
    this.rest()
    this.#isWatching = true
    this.#guard = guard
    socket.ev.on('connection.update', ({ reachoutTimeLock }) => {
      if (!reachoutTimeLock) return
      this.#lockEvents++
      guard(this.#onLock(reachoutTimeLock))
    })
    socket.ev.on('message-capping.update', (cap) => {
      this.#capNotices++
      guard(this.#onCap(cap))
    })
    const ask = () => guard(this.#ask(socket))
    this.#timer = setInterval(ask, ASK_EVERY_MS)
    ask()
  }

  rest(): void {
    this.#isWatching = false
    clearInterval(this.#timer)
    clearTimeout(this.#askingAgain)
  }

  /**
   * Records that data went over the connection, while it is watched: another account's traffic, before its number is
   * refused, does not count. @param guard handles failures
   */
  traffic(guard: Guard): void {
    const now = this.#ports.now()
    if (!this.#isWatching || now < this.#trafficAt + TRAFFIC_EVERY_MS) return
    this.#trafficAt = now
    guard(this.#change({ lastTrafficAt: now }))
  }

  /** WhatsApp refuses questions about numbers for a while. @param until milliseconds since 1970 */
  async checksRefused(until: number): Promise<void> {
    const extend = () => extendHold(this.#table, this.#connectionId, 'checksRefusedUntil', until)
    if (await patiently(extend)) await this.#changed()
  }

  /** Stores whether there is a salt for proofs of first messages. */
  tokenSalt(hasTokenSalt: boolean): Promise<void> {
    return this.#change({ hasTokenSalt })
  }

  /**
   * Called after a refused first contact. Finds out whether a lock or a used-up quota holds the whole account, and
   * until when. If WhatsApp does not say, the refusal counts for this message alone, and others wait for a minute.
   */
  async reachOutLock(socket: WASocket): Promise<Hold | undefined> {
    const lock = await this.#lockOf(socket)
    if (!lock) {
      await this.#inOrder(() => this.#holdUnexplained())
      this.#askSoon(socket)
      return undefined
    }
    await this.#onLock(lock)
    if (!lock.isActive) await this.#askCap(socket)
    const hold = holdByWhatsApp(await getHealth(this.#table, this.#connectionId), this.#ports.now())
    return hold?.reason === 'number-checks' ? undefined : hold
  }

  async #ask(socket: WASocket): Promise<void> {
    // The library also reports the lock as an event.
    await this.#lockOf(socket)
    await this.#askCap(socket)
  }

  /** A notice during the question may be newer than its answer, so the question is asked again. */
  async #askCap(socket: WASocket): Promise<void> {
    const before = this.#capNotices
    // Some accounts get a server error instead (Baileys#2539). Their quota is unknown.
    const cap = await unlessUnanswered(socket.fetchNewChatMessageCap())
    if (this.#capNotices > before) return this.#askCap(socket)
    if (cap) await this.#onCap(cap)
  }

  /** Asks again after a notice, as with the quota. The library emits an event for each answer and each notice. */
  async #lockOf(socket: WASocket): Promise<ReachoutTimelockState | undefined> {
    const before = this.#lockEvents
    const lock = await unlessUnanswered(socket.fetchAccountReachoutTimelock())
    const events = lock ? 1 : 0
    return this.#lockEvents > before + events ? this.#lockOf(socket) : lock
  }

  async #holdUnexplained(): Promise<void> {
    const { companyId } = this.#table
    const lock = { isActive: true, believedMs: UNEXPLAINED_MS }
    await patiently(() => noteReachOutLock(this.#ports, companyId, this.#connectionId, lock))
    await this.#changed()
  }

  #askSoon(socket: WASocket): void {
    clearTimeout(this.#askingAgain)
    this.#askingAgain = setTimeout(() => this.#guard(this.#ask(socket)), UNEXPLAINED_MS / 2)
  }

  #onLock(lock: ReachoutTimelockState): Promise<void> {
    return this.#inOrder(() => this.#noteLock(lock))
  }

  #onCap(cap: NewChatMessageCapInfo): Promise<void> {
    return this.#inOrder(() => this.#noteCap(cap))
  }

  /** Stores WhatsApp's statements in the order they came, however long each takes. */
  #inOrder(note: () => Promise<void>): Promise<void> {
    const noted = this.#last.then(note)
    // The caller handles the failure.
    this.#last = settled(noted)
    return noted
  }

  async #noteLock({ isActive = false, timeEnforcementEnds }: ReachoutTimelockState): Promise<void> {
    const { companyId } = this.#table
    const { lockedUntil = 0 } = await patiently(() => getHealth(this.#table, this.#connectionId))
    const isNews = isActive || lockedUntil > this.#ports.now()
    const lock = { isActive, endsAt: timeEnforcementEnds?.getTime() }
    await patiently(() => noteReachOutLock(this.#ports, companyId, this.#connectionId, lock))
    if (isNews) await this.#changed()
  }

  async #noteCap(info: NewChatMessageCapInfo): Promise<void> {
    const { companyId } = this.#table
    const endsAt = Number(info.cycle_end_timestamp) * 1000
    const cap = {
      status: info.capping_status,
      quota: info.total_quota,
      used: info.used_quota,
      endsAt: endsAt > 0 ? endsAt : undefined,
    }
    await patiently(() => noteNewChatCap(this.#ports, companyId, this.#connectionId, cap))
    await this.#changed()
  }

  async #change(change: Partial<HealthRow>): Promise<void> {
    await patiently(() => changeHealth(this.#table, this.#connectionId, change))
    await this.#changed()
  }
}

/** The answer, or undefined: some questions get an error, invalid JSON, or no answer. */
async function unlessUnanswered<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (statusCodeOf(error) === undefined && !(error instanceof SyntaxError)) throw error
    return undefined
  }
}
