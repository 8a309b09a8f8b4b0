import type { Route } from '@recado/shared/campaigns/engine/deliver'
import { Unreachable } from '@recado/shared/campaigns/engine/unreachable'
import type { PersonAddress } from '@recado/shared/campaigns/recipient'
import {
  type CacheStore,
  type GroupMetadata,
  isLidUser,
  isPnUser,
  jidDecode,
  jidNormalizedUser,
  type WASocket,
} from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { answered } from './answered.ts'
import { Sessions } from './sessions.ts'

/** Groups whose members' keys are known to be there. */
const READY_GROUPS = 200

/**
 * Chooses the address of a person: this is the only place where that is done. WhatsApp itself writes to a person's
 * LID (whatsmeow, send.go), and refuses the number of many people with 463 (OpenWA#717, Baileys#2683). Devices and
 * keys are fetched here too, so that a send is a single write and a person who cannot be reached is known before it.
 */
export class Routes {
  readonly #socket: () => WASocket
  readonly #sessions: Sessions
  readonly #readyGroups = new LRUCache<string, string>({ max: READY_GROUPS })

  /** @param socket throws where the connection is not open */
  constructor(socket: () => WASocket, devices: CacheStore) {
    this.#socket = socket
    this.#sessions = new Sessions(socket, devices)
  }

  /**
   * The way to a person.
   * @param jid their number or LID
   * @param address the one to use, where WhatsApp refused the other
   * @throws Unreachable where they have no device or no keys, or WhatsApp does not answer
   */
  toPerson(jid: string, address?: PersonAddress): Promise<Route> {
    return answered(this.#toPerson(jid, address))
  }

  async #toPerson(jid: string, address: PersonAddress | undefined): Promise<Route> {
    const { number, lid } = await this.#addresses(jid)
    const order = address === 'number' ? [number, lid] : [lid, number]
    for (const one of order.filter((known) => known !== undefined)) {
      const devices = await this.#devices(one)
      // The list of one address can be empty where the other's is not (Baileys#2794).
      if (devices.length === 0) continue
      if (!(await this.#sessions.reach(one, devices))) throw new Unreachable('NO_KEYS')
      return routeOf(one, { number, lid })
    }
    throw new Unreachable('NO_DEVICE')
  }

  /** Fetches the keys of a group's members. Members without keys are left out until they ask for the message. */
  async prepareGroup({ id, participants }: GroupMetadata): Promise<void> {
    const members = participants.map((participant) => participant.id)
    const state = members.toSorted().join()
    if (this.#readyGroups.get(id) === state) return
    const devices = await answered(this.#socket().getUSyncDevices(members, true, false))
    await answered(this.#sessions.ensure(devices))
    this.#readyGroups.set(id, state)
  }

  async #addresses(jid: string): Promise<{ number: string | undefined; lid: string | undefined }> {
    const { lidMapping } = this.#socket().signalRepository
    if (isPnUser(jid)) return { number: jid, lid: userJid(await lidMapping.getLIDForPN(jid)) }
    if (isLidUser(jid)) return { number: userJid(await lidMapping.getPNForLID(jid)), lid: jid }
    return { number: jid, lid: undefined }
  }

  /** Devices of the person. The own ones get a copy, and are asked for together with them. */
  async #devices(jid: string) {
    const { user } = this.#socket()
    const own = jidNormalizedUser((isLidUser(jid) && user?.lid) || user?.id)
    const devices = await this.#socket().getUSyncDevices([own, jid], true, false)
    const person = jidDecode(jid)?.user
    return devices.some((device) => device.user === person) ? devices : []
  }
}

const userJid = (jid: string | null): string | undefined => (jid ? jidNormalizedUser(jid) : undefined)

const userOf = (jid: string): string => jidDecode(jid)?.user ?? ''

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
