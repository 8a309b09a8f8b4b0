import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { Accounts } from '../accounts/accounts.ts'
import { CodeRequests } from '../companions/code-requests.ts'
import { Companions } from '../companions/companions.ts'
import { OpenConnections } from '../companions/open-connections.ts'
import { Outbox } from '../companions/outbox.ts'
import { Pairings } from '../companions/pairings.ts'
import { Screens } from '../companions/screens.ts'
import { SilencedPhones } from '../companions/silenced-phones.ts'
import { Faults } from '../faults/faults.ts'
import { Groups } from '../groups/groups.ts'
import { Checks } from '../iq/checks.ts'
import type { QueryWorld } from '../iq/world.ts'
import { Files } from '../media/files.ts'
import { Messages } from '../messages/messages.ts'
import { RequestedRetries } from '../messages/requested-retries.ts'
import { Typing } from '../messages/typing.ts'
import { AddressBooks } from '../phones/address-books.ts'
import { Phones } from '../phones/phones.ts'
import { Database } from '../store/database.ts'
import { WORLD_TABLES } from '../store/schema.ts'
import { type Certificates, loadCertificates } from '../wire/certificates.ts'

/** The simulated world: the servers' data, the phones, and the open connections. */
export interface Simulation extends QueryWorld {
  certificates: Certificates
  /** Lines whose websocket is not opened because of a fault. */
  unanswered: Set<Duplex>
  screens: Screens
}

/** Opens the world stored in a folder. Without a folder, the world is temporary. */
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
    silencedPhones: new SilencedPhones(),
    requestedRetries: new RequestedRetries(database),
    typing: new Typing(now),
    checks: new Checks(now),
    files: new Files(dataFolder === undefined ? undefined : path.join(dataFolder, 'simulator-files')),
    faults: new Faults({ database, accounts, now }),
    screens: new Screens(pairings),
  }
}

/** Deletes all phones, groups, messages, files and faults, and cuts every connection. The certificates stay. */
export function resetSimulation(simulation: Simulation): Promise<void> {
  for (const connection of simulation.connections.all()) connection.abandon()
  // Waits for the Signal work under way, which would write keys of deleted phones.
  return simulation.phones.inOrder(async () => {
    simulation.database.transaction(() => {
      for (const table of WORLD_TABLES) simulation.database.run(`DELETE FROM ${table}`, {})
    })
    simulation.phones.forget()
    simulation.screens.clear()
    simulation.typing.clear()
    simulation.silencedPhones.clear()
    simulation.checks.clear()
    simulation.files.clear()
    simulation.messages.startAnew()
  })
}
