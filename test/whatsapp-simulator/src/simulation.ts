import { randomBytes } from 'node:crypto'
import { Accounts } from './accounts/accounts.ts'
import { CodeRequests } from './companions/code-requests.ts'
import { Companions } from './companions/companions.ts'
import { Pairings } from './companions/pairings.ts'
import { Screens } from './control/screens.ts'
import { Faults } from './faults.ts'
import { Messages } from './messages/messages.ts'
import { Outbox } from './messages/outbox.ts'
import { RequestedRetries } from './messages/requested-retries.ts'
import { Phones } from './phones/phones.ts'
import { Database } from './store/database.ts'
import { WORLD_TABLES } from './store/schema.ts'
import { type Certificates, loadCertificates } from './wire/certificates.ts'
import { OpenConnections } from './wire/open-connections.ts'

/** The simulated world: what the servers know, whose phones there are, and who is connected. */
export type Simulation = {
  /** Milliseconds since 1970. */
  now: () => number
  newStanzaId: () => string
  /** Host and port under which clients reach the simulator. */
  address: () => string
  database: Database
  certificates: Certificates
  accounts: Accounts
  phones: Phones
  companions: Companions
  connections: OpenConnections
  pairings: Pairings
  codeRequests: CodeRequests
  messages: Messages
  outbox: Outbox
  requestedRetries: RequestedRetries
  faults: Faults
  screens: Screens
}

/** Opens the world kept in a database file (or `:memory:`), as it was left. */
export function openSimulation(
  path: string,
  { now, address }: Pick<Simulation, 'now' | 'address'>,
): Simulation {
  const database = new Database(path)
  const connections = new OpenConnections()
  const accounts = new Accounts(database)
  const pairings = new Pairings(now)
  return {
    now,
    address,
    newStanzaId: () => randomBytes(8).toString('hex').toUpperCase(),
    database,
    certificates: loadCertificates(database),
    accounts,
    phones: new Phones(database),
    companions: new Companions(database),
    connections,
    pairings,
    codeRequests: new CodeRequests(),
    messages: new Messages(database),
    outbox: new Outbox(database, connections),
    requestedRetries: new RequestedRetries(database),
    faults: new Faults(accounts),
    screens: new Screens(pairings),
  }
}

/** Forgets all phones, messages and faults and cuts every connection; only the certificates stay. */
export function resetSimulation(simulation: Simulation): Promise<void> {
  for (const connection of simulation.connections.all()) connection.abandon()
  // After the Signal work under way, which would write keys of phones that are gone.
  return simulation.phones.inOrder(async () => {
    simulation.database.transaction(() => {
      for (const table of WORLD_TABLES) simulation.database.run(`DELETE FROM ${table}`, {})
    })
    simulation.phones.forget()
    simulation.faults.clear()
    simulation.screens.clear()
    simulation.messages.startAnew()
  })
}
