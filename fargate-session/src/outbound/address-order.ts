import type { Route } from '@recado/shared/campaigns/engine/line'
import { ADDRESS_REFUSED, LID_REFUSED } from '@recado/shared/messages/address-refusals'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import { isLidUser } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'

/** Written messages whose answer may still come. */
const WRITTEN_KEPT = 1000
/** After this many refusals in a row the account tries the other kind of address first. One may be of the message itself. */
const REFUSALS_IN_ROW = 2
/** WhatsApp's code for an account that should write to people's other address. */
const REFUSED: Record<PersonAddress, string> = { lid: LID_REFUSED, number: ADDRESS_REFUSED }

/**
 * Which of a person's two addresses an account writes to first: the LID, until WhatsApp refuses LIDs. WhatsApp moves
 * accounts to LIDs one by one. It tells their devices so in an experiment's setting, which it leaves out of later answers,
 * so the account learns from refusals.
 */
export class AddressOrder {
  readonly #written = new LRUCache<string, Route>({ max: WRITTEN_KEPT })
  #first: PersonAddress = 'lid'
  #refusals = 0

  get first(): PersonAddress {
    return this.#first
  }

  wrote(messageId: string, route: Route): void {
    this.#written.set(messageId, route)
  }

  /** The route of a message of this session. */
  routeOf(messageId: string): Route | undefined {
    return this.#written.get(messageId)
  }

  /** @param refusal WhatsApp's code; undefined if it accepted the message */
  answered(messageId: string, refusal: string | undefined): void {
    const route = this.#written.get(messageId)
    if (!route?.other) return
    const address = isLidUser(route.jid) ? 'lid' : 'number'
    if (address !== this.#first) return
    this.#refusals = refusal === REFUSED[address] ? this.#refusals + 1 : 0
    if (this.#refusals < REFUSALS_IN_ROW) return
    this.#first = route.other
    this.#refusals = 0
  }
}
