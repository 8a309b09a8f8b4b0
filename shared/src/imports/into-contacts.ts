import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { reservePlaces } from '../contacts/contact-cards.ts'
import { nameFromOutside, type SourcedName } from '../contacts/contact-names.ts'
import { knownNumbers, prepareContactWrites } from '../contacts/store.ts'
import { newContact } from '../contacts/stored-contact.ts'
import { newId } from '../ids.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import type { TenantTable } from '../table/tenant.ts'
import { firstOfEach } from './first-of-each.ts'
import type { Brought, ImportPorts, ImportTarget } from './ports.ts'

/** The company's contacts as the target of an import. A number that has a contact is a duplicate: it stays as it is. */
export class ContactsTarget implements ImportTarget {
  readonly topic = 'contact'
  /** Each contact takes two writes of a transaction of 100, with eight cards at most and the progress. */
  readonly atOnce = 45
  readonly #ports: ImportPorts
  readonly #table: TenantTable

  constructor(ports: ImportPorts, table: TenantTable) {
    this.#ports = ports
    this.#table = table
  }

  async bring(contacts: readonly ContactFields[]): Promise<Brought> {
    const numbers = contacts.map(({ number }) => number)
    const added = firstOfEach(contacts, await knownNumbers(this.#table, numbers))
    const duplicated = contacts.length - added.length
    if (added.length === 0) return { writes: [], imported: 0, duplicated }
    const first = await reservePlaces(this.#table, added.length)
    const at = new Date(this.#ports.now()).toISOString()
    const changes = added.map(({ name, number, email, var1, var2, var3 }, index) => {
      const named = nameOf(name, number)
      const fields = { id: newId(), ...named, number: canonicalKey(number), lid: null, place: first + index }
      return { after: newContact(fields, at, { email, var1, var2, var3 }) }
    })
    const { writes } = await prepareContactWrites(this.#table, changes)
    return { writes, imported: added.length, duplicated }
  }

  publishChange(): Promise<void> {
    const { companyId } = this.#table
    return this.#ports.publish({ companyId, topic: 'contact', action: 'reload', body: {} })
  }
}

/** The name that a person typed. A row without a name has its number there, which is no name. */
function nameOf(text: string, number: string): SourcedName {
  const name = nameFromOutside(text)
  return name === number ? { name: '', nameFrom: 'whatsapp' } : { name, nameFrom: 'user' }
}
