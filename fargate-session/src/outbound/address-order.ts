import type { Route } from '@recado/shared/campaigns/engine/line'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import { isLidUser } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'

/** Written messages whose answer may still come. */
const WRITTEN_KEPT = 1000
/** After this many refusals in a row the account tries the other kind of address first. One may be of the message itself. */
const REFUSALS_IN_ROW = 2
/** WhatsApp's code for a kind of address that it takes from this account for no person, or for few. */
const REFUSED: Record<PersonAddress, string> = {
  /** WhatsApp has not moved the account to LIDs yet (whatsapp-rust#941 and #943). */
  lid: '400',
  /** OpenWA#717, Baileys#2683. */
  number: '463',
}

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
