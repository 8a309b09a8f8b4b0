import { createHash } from 'node:crypto'
import type { Route } from '@recado/shared/campaigns/engine/line'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import {
  type CacheStore,
  type GroupMetadata,
  isLidUser,
  isPnUser,
  jidNormalizedUser,
  type WASocket,
} from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { AddressOrder } from './address-order.ts'
import { answerInTime } from './answer-in-time.ts'
import { DeviceLists, userOf } from './device-lists.ts'
import { Sessions } from './sessions.ts'

/** Groups whose members' keys were fetched. */
const READY_GROUPS = 200
/** Shortest time between two questions about own devices that had no keys, in milliseconds. */
const OWN_AGAIN_MS = 60_000

/**
 * Chooses a person's address; no other code does. WhatsApp itself writes to a person's LID (whatsmeow, send.go),
 * and refuses many people's numbers with 463 (OpenWA#717, Baileys#2683). Devices and keys are fetched here too, so
 * a send is a single write, and an unreachable person is known before it.
 */
export class Routes {
  readonly #socket: () => WASocket
  readonly #lists: DeviceLists
  readonly #now: () => number
  readonly #sessions: Sessions
  readonly #order = new AddressOrder()
  /** The members and their devices whose keys were fetched, as a digest, by group. */
  readonly #readyGroups = new LRUCache<string, string>({ max: READY_GROUPS })
  #ownAskedAt = 0

  /**
   * @param socket throws when the connection is not open
   * @param devices the library's cache of people's devices
   * @param now milliseconds since 1970
   */
  constructor(socket: () => WASocket, devices: CacheStore, now: () => number) {
    this.#socket = socket
    this.#lists = new DeviceLists(socket, devices)
    this.#now = now
    this.#sessions = new Sessions(socket, this.#lists, now)
  }

  /** Learns about addresses from WhatsApp's answers to messages. @param guard handles failures */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
      const { id = '', error, refresh_lid } = attrs
      this.#order.answered(id, error)
      if (refresh_lid === 'true') guard(this.#renewLid(this.#order.routeOf(id)))
    })
  }

  /** A message is about to leave by this route. */
  wrote(messageId: string, route: Route): void {
    this.#order.wrote(messageId, route)
  }

  /**
   * The route to a person.
   * @param jid the person's number or LID
   * @param address the address to use after WhatsApp refused the other one
   * @throws Unreachable when the person has no device or no keys, or WhatsApp does not answer
   */
  toPerson(jid: string, address?: PersonAddress): Promise<Route> {
    return answerInTime((signal) => this.#toPerson(jid, address, signal))
  }

  async #toPerson(jid: string, address: PersonAddress | undefined, signal: AbortSignal): Promise<Route> {
    const { number, lid } = await this.#addresses(jid)
    const order = (address ?? this.#order.first) === 'number' ? [number, lid] : [lid, number]
    for (const one of order.filter((known) => known !== undefined)) {
      const devices = await this.#devicesOf(one)
      // One address's list can be empty while the other's is not (Baileys#2794).
      if (devices.length === 0) continue
      if (!(await this.#sessions.reach(one, devices, signal))) throw new Unreachable('NO_KEYS')
      return routeOf(one, { number, lid })
    }
    throw new Unreachable('NO_DEVICE')
  }

  /**
   * The person's number was registered anew, and the account has another LID. Messages to the former one are accepted
   * and reach no phone, and many of them can end in a ban (Baileys#2661). The library keeps LIDs for ever, and stores the
   * one in the answer to this question. It is asked by number, since the LID is what is wrong.
   */
  async #renewLid(route: Route | undefined): Promise<void> {
    if (!route?.number || this.#sessions.areHeld()) return
    await this.#socket().getUSyncDevices([`${route.number}@s.whatsapp.net`], false, false)
    await this.#lists.forget(route.jid)
  }

  /** Fetches the keys of a group's members. Members without keys get the message only after they ask for it. */
  async prepareGroup({ id, participants }: GroupMetadata): Promise<void> {
    const members = participants.map((participant) => participant.id)
    await this.#endHold()
    // Lists expire. The library would then ask for devices in the middle of the send, and fail for a device without keys.
    if (this.#readyGroups.get(id) === (await this.#digestOf(members))) return
    await answerInTime(async (signal) => this.#sessions.ensure(await this.#askDevices(members), signal))
    this.#readyGroups.set(id, await this.#digestOf(members))
  }

  /** The members of a group and their known devices. */
  async #digestOf(members: readonly string[]): Promise<string> {
    const digest = createHash('sha256')
    for (const jid of members.toSorted()) {
      const devices = await this.#lists.of(jid)
      digest.update(`${jid} ${devices?.map(({ device }) => device).join() ?? 'unknown'};`)
    }
    return digest.digest('base64')
  }

  async #addresses(jid: string): Promise<{ number: string | undefined; lid: string | undefined }> {
    const { lidMapping } = this.#socket().signalRepository
    if (isPnUser(jid)) return { number: jid, lid: userJid(await lidMapping.getLIDForPN(jid)) }
    if (isLidUser(jid)) return { number: userJid(await lidMapping.getPNForLID(jid)), lid: jid }
    return { number: jid, lid: undefined }
  }

  /** Devices of the person. The own devices get a copy and are in the same question. */
  async #devicesOf(jid: string) {
    const { user } = this.#socket()
    const own = jidNormalizedUser((isLidUser(jid) && user?.lid) || user?.id)
    const person = userOf(jid)
    await this.#endHold()
    // A group message emptied this list, because the person had no keys.
    if (await this.#lists.isEmpty(jid)) await this.#lists.forget(jid)
    // Otherwise the own phone gets no copies until its list expires. A question per message would be too many.
    if ((await this.#lists.isEmpty(own)) && this.#now() >= this.#ownAskedAt + OWN_AGAIN_MS)
      await this.#lists.forget(own)
    if (!(await this.#lists.of(own))) this.#ownAskedAt = this.#now()
    const devices = await this.#askDevices([own, jid])
    return devices.some((device) => device.user === person) ? devices : []
  }

  async #askDevices(jids: string[]) {
    // For devices that it learns, the library requests keys without being asked.
    if (this.#sessions.areHeld() && !(await this.#lists.restore(jids))) throw new Unreachable('NO_ANSWER')
    return this.#socket().getUSyncDevices(jids, true, false)
  }

  /** Lists from the time without requests for keys may lack devices. */
  async #endHold(): Promise<void> {
    if (!this.#sessions.areHeld()) await this.#lists.forgetProvisional()
  }
}

const userJid = (jid: string | null): string | undefined => (jid ? jidNormalizedUser(jid) : undefined)

function routeOf(
  jid: string,
  { number, lid }: { number: string | undefined; lid: string | undefined },
): Route {
  const route: Route = { jid }
  if (number) route.number = userOf(number)
  if (lid) route.lid = userOf(lid)
  if (number && lid) route.other = jid === lid ? 'number' : 'lid'
  return route
}
