import type { Route } from '@recado/shared/campaigns/engine/line'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import { isLidUser } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'

/** Written messages whose answer may still come. */
const WRITTEN_KEPT = 1000
/** An account that WhatsApp has not moved to LIDs yet wrote to one (whatsapp-rust#941 and #943). */
const LID_REFUSED = '400'
/** A person's number is refused (OpenWA#717, Baileys#2683). */
const NUMBER_REFUSED = '463'

/**
 * Which of a person's two addresses an account writes to first: the LID, until WhatsApp refuses one. WhatsApp moves
 * accounts to LIDs one by one. It tells their devices so in an experiment's setting, which it leaves out of later answers, so
 * the account learns from the refusal.
 */
export class AddressOrder {
  readonly #written = new LRUCache<string, Route>({ max: WRITTEN_KEPT })
  #first: PersonAddress = 'lid'

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

  /** @param code of WhatsApp's refusal */
  refused(messageId: string, code: string): void {
    const route = this.#written.get(messageId)
    if (!route?.other) return
    const isLid = isLidUser(route.jid)
    if (isLid && code === LID_REFUSED) this.#first = 'number'
    if (!isLid && code === NUMBER_REFUSED) this.#first = 'lid'
  }
}
