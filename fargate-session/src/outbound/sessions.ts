import { firstOf } from '@recado/shared/first-of'
import { type CacheStore, jidDecode, type WASocket } from '@whiskeysockets/baileys'

/** A device as the library names it. */
interface Device {
  user: string
  device?: number | undefined
  jid: string
}

/**
 * Fetches Signal keys. WhatsApp answers with an error in place of a device's keys now and then (Baileys#955,
 * Baileys#2522), at which the library gives up the whole question; whatsmeow (send.go, encryptMessageForDevices) leaves
 * that device out of the message. So does this: such a device is taken out of what is known of its user's devices,
 * which is what the library writes to.
 */
export class Sessions {
  readonly #socket: () => WASocket
  readonly #devices: CacheStore

  constructor(socket: () => WASocket, devices: CacheStore) {
    this.#socket = socket
    this.#devices = devices
  }

  /** @returns whether a device of this person can be written to. @throws where the connection has closed */
  async reach(jid: string, devices: readonly Device[]): Promise<boolean> {
    const person = jidDecode(jid)?.user
    const without = await this.ensure(devices)
    return devices.some((device) => device.user === person && !without.has(device))
  }

  /** @returns the devices without keys, which are left out from now on. @throws where the connection has closed */
  async ensure(devices: readonly Device[]): Promise<Set<Device>> {
    const without = new Set(await this.#without(devices))
    for (const device of without) await this.#leaveOut(device)
    return without
  }

  /** By halves: of a group's thousand members few have no keys. */
  async #without(devices: readonly Device[]): Promise<Device[]> {
    if (devices.length === 0) return []
    try {
      await this.#socket().assertSessions(devices.map(({ jid }) => jid))
      return []
    } catch (error) {
      if (!isRefused(error)) throw error
      if (devices.length === 1) return [...devices]
      const half = Math.ceil(devices.length / 2)
      const first = await this.#without(firstOf(devices, half))
      return [...first, ...(await this.#without(devices.slice(half)))]
    }
  }

  async #leaveOut({ user, device }: Device): Promise<void> {
    const known = (await this.#devices.get<Device[]>(user)) ?? []
    const others = known.filter((one) => one.device !== device)
    // With no device left they are asked for anew the next time.
    if (others.length > 0) await this.#devices.set(user, others)
    else await this.#devices.del(user)
  }
}

/** The library's error for an answer that holds an error, whose code it gives as `data`. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'data' in error && typeof error.data === 'number'
