import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { Accounts } from './accounts/accounts.ts'
import { CodeRequests } from './companions/code-requests.ts'
import { Companions } from './companions/companions.ts'
import { Pairings } from './companions/pairings.ts'
import { Screens } from './control/screens.ts'
import { Faults } from './faults.ts'
import { Groups } from './groups/groups.ts'
import { Checks } from './iq/checks.ts'
import { Files } from './media/files.ts'
import { Messages } from './messages/messages.ts'
import { Outbox } from './messages/outbox.ts'
import { RequestedRetries } from './messages/requested-retries.ts'
import { Typing } from './messages/typing.ts'
import { AddressBooks } from './phones/address-books.ts'
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
  addressBooks: AddressBooks
  companions: Companions
  connections: OpenConnections
  /** Lines on which a fault keeps a websocket from being opened. */
  unanswered: Set<Duplex>
  pairings: Pairings
  codeRequests: CodeRequests
  groups: Groups
  messages: Messages
  outbox: Outbox
  requestedRetries: RequestedRetries
  typing: Typing
  checks: Checks
  files: Files
  faults: Faults
  screens: Screens
}

/** Opens the world kept in a folder, as it was left; without one, a world that is forgotten. */
export function openSimulation(
  dataFolder: string | undefined,
  { now, address }: Pick<Simulation, 'now' | 'address'>,
): Simulation {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true })
  const database = new Database(dataFolder === undefined ? ':memory:' : path.join(dataFolder, 'simulator.db'))
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
    addressBooks: new AddressBooks(database),
    companions: new Companions(database),
    connections,
    unanswered: new Set(),
    pairings,
    codeRequests: new CodeRequests(),
    groups: new Groups(database),
    messages: new Messages(database),
    outbox: new Outbox(database, connections),
    requestedRetries: new RequestedRetries(database),
    typing: new Typing(now),
    checks: new Checks(now),
    files: new Files(dataFolder === undefined ? undefined : path.join(dataFolder, 'simulator-files')),
    faults: new Faults({ database, accounts, now }),
    screens: new Screens(pairings),
  }
}

/** Forgets all phones, groups, messages, files and faults and cuts every connection; only the certificates stay. */
export function resetSimulation(simulation: Simulation): Promise<void> {
  for (const connection of simulation.connections.all()) connection.abandon()
  // After the Signal work under way, which would write keys of phones that are gone.
  return simulation.phones.inOrder(async () => {
    simulation.database.transaction(() => {
      for (const table of WORLD_TABLES) simulation.database.run(`DELETE FROM ${table}`, {})
    })
    simulation.phones.forget()
    simulation.screens.clear()
    simulation.typing.clear()
    simulation.checks.clear()
    simulation.files.clear()
    simulation.messages.startAnew()
  })
}
