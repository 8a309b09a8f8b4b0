import type { Route } from '@recado/shared/campaigns/engine/line'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
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

/** Groups whose members' keys were fetched. */
const READY_GROUPS = 200

/**
 * Chooses a person's address; no other code does. WhatsApp itself writes to a person's LID (whatsmeow, send.go),
 * and refuses many people's numbers with 463 (OpenWA#717, Baileys#2683). Devices and keys are fetched here too, so
 * a send is a single write, and an unreachable person is known before it.
 */
export class Routes {
  readonly #socket: () => WASocket
  readonly #sessions: Sessions
  readonly #readyGroups = new LRUCache<string, string>({ max: READY_GROUPS })

  /** @param socket throws when the connection is not open */
  constructor(socket: () => WASocket, devices: CacheStore) {
    this.#socket = socket
    this.#sessions = new Sessions(socket, devices)
  }

  /**
   * The route to a person.
   * @param jid the person's number or LID
   * @param address the address to use after WhatsApp refused the other one
   * @throws Unreachable when the person has no device or no keys, or WhatsApp does not answer
   */
  toPerson(jid: string, address?: PersonAddress): Promise<Route> {
    return answered(this.#toPerson(jid, address))
  }

  async #toPerson(jid: string, address: PersonAddress | undefined): Promise<Route> {
    const { number, lid } = await this.#addresses(jid)
    const order = address === 'number' ? [number, lid] : [lid, number]
    for (const one of order.filter((known) => known !== undefined)) {
      const devices = await this.#devices(one)
      // One address's list can be empty while the other's is not (Baileys#2794).
      if (devices.length === 0) continue
      if (!(await this.#sessions.reach(one, devices))) throw new Unreachable('NO_KEYS')
      return routeOf(one, { number, lid })
    }
    throw new Unreachable('NO_DEVICE')
  }

  /** Fetches the keys of a group's members. Members without keys get the message only after they ask for it. */
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

  /** Devices of the person. The own devices get a copy and are in the same question. */
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
