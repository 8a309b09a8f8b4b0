import { firstOf } from '@recado/shared/first-of'
import { type CacheStore, jidDecode, type WASocket } from '@whiskeysockets/baileys'

/** A device in the library's form. */
interface Device {
  user: string
  device?: number | undefined
  jid: string
}

/**
 * Fetches Signal keys. WhatsApp's answer sometimes has an error in place of a device's keys (Baileys#955,
 * Baileys#2522). The library then fails the whole question; whatsmeow leaves that device out of the message
 * (send.go, encryptMessageForDevices). This class does the same: it removes the device from the cached device list,
 * which the library writes to.
 */
export class Sessions {
  readonly #socket: () => WASocket
  readonly #devices: CacheStore

  constructor(socket: () => WASocket, devices: CacheStore) {
    this.#socket = socket
    this.#devices = devices
  }

  /** @returns whether a device of this person has keys. @throws when the connection has closed */
  async reach(jid: string, devices: readonly Device[]): Promise<boolean> {
    const person = jidDecode(jid)?.user
    const without = await this.ensure(devices)
    return devices.some((device) => device.user === person && !without.has(device))
  }

  /** @returns devices without keys, which are removed from now on. @throws when the connection has closed */
  async ensure(devices: readonly Device[]): Promise<Set<Device>> {
    const without = new Set(await this.#without(devices))
    for (const device of without) await this.#leaveOut(device)
    return without
  }

  /** Searches by halves: in a group of a thousand members, few have no keys. */
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
    // An empty list is deleted, so the devices are asked for again next time.
    if (others.length > 0) await this.#devices.set(user, others)
    else await this.#devices.del(user)
  }
}

/** The library's error for an answer with an error. `data` is its code. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'data' in error && typeof error.data === 'number'
