import type { Accounts } from '../accounts/accounts.ts'
import type { Faults } from '../faults/faults.ts'
import type { Phones } from '../phones/phones.ts'
import type { Database } from '../store/database.ts'
import type { CodeRequests } from './code-requests.ts'
import type { Companions } from './companions.ts'
import type { OpenConnections } from './open-connections.ts'
import type { Outbox } from './outbox.ts'
import type { Pairings } from './pairings.ts'
import type { SilencedPhones } from './silenced-phones.ts'

/** The part of the simulated world that linked devices need. Higher folders extend it. */
export interface CompanionWorld {
  /** Milliseconds since 1970. */
  now: () => number
  newStanzaId: () => string
  database: Database
  faults: Faults
  accounts: Accounts
  phones: Phones
  companions: Companions
  connections: OpenConnections
  pairings: Pairings
  codeRequests: CodeRequests
  outbox: Outbox
  silencedPhones: SilencedPhones
}
