import { noteNewChatCap } from '@recado/shared/campaigns/engine/new-chat-cap'
import { noteReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import {
  changeHealth,
  getHealth,
  type HealthRow,
  type Hold,
  holdByWhatsApp,
} from '@recado/shared/connections/health-store'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { NewChatMessageCapInfo, ReachoutTimelockState, WASocket } from '@whiskeysockets/baileys'
import { statusCodeOf } from './disconnects.ts'
import { patiently } from './patience.ts'
import type { ServicePorts } from './ports.ts'

/** WhatsApp is asked how it looks upon an account at opening and this often, in milliseconds. */
const ASK_EVERY_MS = 30 * 60_000
/** A refusal that WhatsApp does not explain holds first contacts for so long, in milliseconds; then it is asked again. */
const UNEXPLAINED_MS = 60_000
/** Traffic is noted at most this often, in milliseconds. */
const TRAFFIC_EVERY_MS = 60_000

/** Takes care of what fails. */
type Guard = (work: Promise<unknown>) => void

/** What WhatsApp says of an account's standing, kept where the engine and people see it. */
export class Health {
  readonly #ports: ServicePorts
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #changed: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #askingAgain: NodeJS.Timeout | undefined
  #trafficAt = 0
  #last: Promise<void> = Promise.resolve()
  #guard: Guard = () => undefined

  /** @param changed tells people */
  constructor(ports: ServicePorts, table: TenantTable, connectionId: string, changed: () => Promise<void>) {
    this.#ports = ports
    this.#table = table
    this.#connectionId = connectionId
    this.#changed = changed
  }

  /** Asks now and again while the socket is open. @param guard takes care of what fails */
  watch(socket: WASocket, guard: Guard): void {
    this.rest()
    this.#guard = guard
    socket.ev.on('connection.update', ({ reachoutTimeLock }) => {
      if (reachoutTimeLock) guard(this.#onLock(reachoutTimeLock))
    })
    socket.ev.on('message-capping.update', (cap) => guard(this.#onCap(cap)))
    const ask = () => guard(this.#ask(socket))
    this.#timer = setInterval(ask, ASK_EVERY_MS)
    ask()
  }

  rest(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#askingAgain)
  }

  /** Something went over the connection. @param guard takes care of what fails */
  traffic(guard: Guard): void {
    const now = this.#ports.now()
    if (now < this.#trafficAt + TRAFFIC_EVERY_MS) return
    this.#trafficAt = now
    guard(this.#change({ lastTrafficAt: now }))
  }

  /** WhatsApp refuses for a while to say which numbers it knows. @param until milliseconds since 1970 */
  checksRefused(until: number): Promise<void> {
    return this.#change({ checksRefusedUntil: until })
  }

  /** It is known whether there is a salt for proofs of first messages. */
  tokenSalt(hasTokenSalt: boolean): Promise<void> {
    return this.#change({ hasTokenSalt })
  }

  /**
   * A first contact was refused: whether the whole account is held back by a lock or a used-up quota, and until when.
   * Where WhatsApp does not say, the refusal counts for this one message alone, and others wait for a minute.
   */
  async reachOutLock(socket: WASocket): Promise<Hold | undefined> {
    const lock = await this.#lockOf(socket)
    if (!lock) {
      await this.#holdUnexplained(socket)
      return undefined
    }
    await this.#onLock(lock)
    if (!lock.isActive) await this.#askCap(socket)
    const hold = holdByWhatsApp(await getHealth(this.#table, this.#connectionId), this.#ports.now())
    return hold?.reason === 'number-checks' ? undefined : hold
  }

  async #ask(socket: WASocket): Promise<void> {
    // The lock comes back as an event too, by the library itself.
    await this.#lockOf(socket)
    await this.#askCap(socket)
  }

  async #askCap(socket: WASocket): Promise<void> {
    // Some accounts get an error of the server instead (Baileys#2539): then the quota is unknown.
    const cap = await unlessUnanswered(socket.fetchNewChatMessageCap())
    if (cap) await this.#onCap(cap)
  }

  #lockOf(socket: WASocket): Promise<ReachoutTimelockState | undefined> {
    return unlessUnanswered(socket.fetchAccountReachoutTimelock())
  }

  async #holdUnexplained(socket: WASocket): Promise<void> {
    const { companyId } = this.#table
    const lock = { isActive: true, endsAt: this.#ports.now() + UNEXPLAINED_MS }
    await patiently(() => noteReachOutLock(this.#ports, companyId, this.#connectionId, lock))
    await this.#changed()
    clearTimeout(this.#askingAgain)
    this.#askingAgain = setTimeout(() => this.#guard(this.#ask(socket)), UNEXPLAINED_MS / 2)
  }

  #onLock(lock: ReachoutTimelockState): Promise<void> {
    return this.#inOrder(() => this.#noteLock(lock))
  }

  #onCap(cap: NewChatMessageCapInfo): Promise<void> {
    return this.#inOrder(() => this.#noteCap(cap))
  }

  /** What WhatsApp said last is what stays: an answer and a notice may come at once. */
  #inOrder(note: () => Promise<void>): Promise<void> {
    const noted = this.#last.then(note)
    // What failed is taken care of by its caller.
    this.#last = noted.catch(() => undefined)
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

/** Some queries are answered with an error, by what is no JSON, or not at all: what was asked is unknown then. */
async function unlessUnanswered<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (statusCodeOf(error) === undefined && !(error instanceof SyntaxError)) throw error
    return undefined
  }
}
