import type * as z from 'zod'
import type { Account } from '../accounts/accounts.ts'
import { SERVER_JID } from '../accounts/jids.ts'
import { COLLECTION } from '../phones/address-books.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type * as requests from './requests.ts'

/** Saves people in a phone's address book. People without WhatsApp stay unknown to the linked devices. */
export async function saveContacts(
  simulation: Simulation,
  owner: Account,
  contacts: z.infer<typeof requests.saveContacts>,
): Promise<{ saved: number }> {
  const people = contacts.flatMap(({ number, name }) => {
    const account = simulation.accounts.reach(number)
    return account && account.number !== owner.number ? [{ ...account, name }] : []
  })
  const version = await simulation.phones.inOrder(() => simulation.addressBooks.save(owner.number, people))
  if (people.length > 0) tellDevices(simulation, owner, version)
  return { saved: people.length }
}

/** Connected devices fetch the change. Others get it later. */
function tellDevices(simulation: Simulation, owner: Account, version: number): void {
  const changed = stanza('collection', { name: COLLECTION, version: String(version) })
  const parcels = simulation.database.transaction(() =>
    simulation.companions.of(owner).map((companion) => {
      const attributes = {
        from: SERVER_JID,
        type: 'server_sync',
        id: simulation.newStanzaId(),
        t: inSeconds(simulation.now()),
      }
      return simulation.outbox.add(companion, stanza('notification', attributes, [changed]))
    }),
  )
  simulation.outbox.release(parcels)
}
