import type { GroupWorld } from '../groups/world.ts'
import type { MediaWorld } from '../media/world.ts'
import type { AddressBooks } from '../phones/address-books.ts'
import type { Messages } from './messages.ts'
import type { RequestedRetries } from './requested-retries.ts'
import type { Typing } from './typing.ts'

/** The part of the simulated world that messages need. */
export interface MessageWorld extends GroupWorld, MediaWorld {
  addressBooks: AddressBooks
  messages: Messages
  requestedRetries: RequestedRetries
  typing: Typing
}
