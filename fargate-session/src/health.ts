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
import { patiently } from './patience.ts'
import type { ServicePorts } from './ports.ts'

/** WhatsApp is asked how it looks upon an account at opening and this often, in milliseconds. */
const ASK_EVERY_MS = 30 * 60_000
/** Traffic is noted at most this often, in milliseconds. */
const TRAFFIC_EVERY_MS = 60_000

/** What WhatsApp says of an account's standing, kept where the engine and people see it. */
export class Health {
  readonly #ports: ServicePorts
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #changed: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #trafficAt = 0

  /** @param changed tells people */
  constructor(ports: ServicePorts, table: TenantTable, connectionId: string, changed: () => Promise<void>) {
    this.#ports = ports
    this.#table = table
    this.#connectionId = connectionId
    this.#changed = changed
  }

  /** Asks now and again while the socket is open. @param guard takes care of what fails */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    this.rest()
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
  }

  /** Something went over the connection. @param guard takes care of what fails */
  traffic(guard: (work: Promise<unknown>) => void): void {
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

  /** A first contact was refused: whether the whole account is held back, and until when. */
  async reachOutLock(socket: WASocket): Promise<Hold | undefined> {
    const lock = await socket
      .fetchAccountReachoutTimelock()
      .catch((): ReachoutTimelockState => ({ isActive: true }))
    if (!lock.isActive) return undefined
    await this.#onLock(lock)
    return holdByWhatsApp(await getHealth(this.#table, this.#connectionId), this.#ports.now())
  }

  async #ask(socket: WASocket): Promise<void> {
    // Both come back as events too, the lock by Baileys itself.
    await socket.fetchAccountReachoutTimelock().catch(() => undefined)
    const cap = await socket.fetchNewChatMessageCap().catch(() => undefined)
    if (cap) await this.#onCap(cap)
  }

  async #onLock({ isActive = false, timeEnforcementEnds }: ReachoutTimelockState): Promise<void> {
    const { companyId } = this.#table
    const { lockedUntil = 0 } = await patiently(() => getHealth(this.#table, this.#connectionId))
    const isNews = isActive || lockedUntil > this.#ports.now()
    const lock = { isActive, endsAt: timeEnforcementEnds?.getTime() }
    await patiently(() => noteReachOutLock(this.#ports, companyId, this.#connectionId, lock))
    if (isNews) await this.#changed()
  }

  async #onCap({ total_quota, used_quota, cycle_end_timestamp }: NewChatMessageCapInfo): Promise<void> {
    if (total_quota === undefined) return
    const ends = Number(cycle_end_timestamp) * 1000
    await this.#change({
      newChatsQuota: total_quota,
      newChatsUsed: used_quota ?? 0,
      ...(ends > 0 && { newChatsUntil: ends }),
    })
  }

  async #change(change: Partial<HealthRow>): Promise<void> {
    await patiently(() => changeHealth(this.#table, this.#connectionId, change))
    await this.#changed()
  }
}
