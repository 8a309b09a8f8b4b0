import {
  type CacheStore,
  isLidUser,
  type JidWithDevice,
  jidDecode,
  type WASocket,
} from '@whiskeysockets/baileys'

/** The device number of a business's hosted service. It has a server of its own. */
const HOSTED_DEVICE = 99

/** A device as the library's cache keeps it. */
type Listed = JidWithDevice & { server: string }

/** The cached lists of people's devices. The library writes to these devices. */
export class DeviceLists {
  readonly #socket: () => WASocket
  readonly #cache: CacheStore
  /** Users whose list may lack devices, because no keys could be requested. */
  readonly #provisional = new Set<string>()

  constructor(socket: () => WASocket, cache: CacheStore) {
    this.#socket = socket
    this.#cache = cache
  }

  async of(jid: string): Promise<Listed[] | undefined> {
    return this.#cache.get<Listed[]>(userOf(jid))
  }

  async isEmpty(jid: string): Promise<boolean> {
    return (await this.of(jid))?.length === 0
  }

  /** The next question about the person asks for their devices again. */
  async forget(jid: string): Promise<void> {
    await this.#cache.del(userOf(jid))
  }

  /** An empty list stays: without one, the library would ask again in the middle of a send to a group, and fail. */
  async leaveOut({ user, device }: JidWithDevice): Promise<void> {
    const known = await this.#cache.get<Listed[]>(user)
    if (!known) return
    await this.#cache.set(
      user,
      known.filter((one) => one.device !== device),
    )
  }

  /** Leaves a device out until `forgetProvisional`. */
  async leaveOutForNow(device: JidWithDevice): Promise<void> {
    this.#provisional.add(device.user)
    await this.leaveOut(device)
  }

  /**
   * Puts the last lists that WhatsApp gave back into the cache, until `forgetProvisional`. The library stores them with
   * its keys, where they do not expire.
   * @returns whether each person has a list now
   */
  async restore(jids: readonly string[]): Promise<boolean> {
    const expired: string[] = []
    for (const jid of jids) if (!(await this.of(jid))) expired.push(jid)
    if (expired.length === 0) return true
    const lists = await this.#socket().authState.keys.get('device-list', expired.map(userOf))
    for (const jid of expired) {
      const user = userOf(jid)
      const stored = lists[user]
      if (!stored) continue
      const list = stored.map((device) => listed(jid, Number(device)))
      this.#provisional.add(user)
      await this.#cache.set(user, list)
    }
    return expired.every((jid) => lists[userOf(jid)])
  }

  /** Keys may be requested again. */
  async forgetProvisional(): Promise<void> {
    const users = [...this.#provisional]
    this.#provisional.clear()
    for (const user of users) await this.#cache.del(user)
  }
}

function listed(jid: string, device: number): Listed {
  const [server, hosted] = isLidUser(jid) ? ['lid', 'hosted.lid'] : ['s.whatsapp.net', 'hosted']
  return { user: userOf(jid), device, server: device === HOSTED_DEVICE ? hosted : server }
}

/** The part of a JID before its device and its server. */
export const userOf = (jid: string): string => jidDecode(jid)?.user ?? ''
