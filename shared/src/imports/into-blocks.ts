import { blockedNumbers, blockingWrites } from '../contact-blocks/store.ts'
import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { newId } from '../ids.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import type { TenantTable } from '../table/tenant.ts'
import { firstOfEach } from './first-of-each.ts'
import type { Brought, ImportPorts, ImportTarget } from './ports.ts'

/** The blocked contacts as the target of an import. A person is blocked only once. */
export class BlocksTarget implements ImportTarget {
  readonly topic = 'contact-blocks'
  /** Each contact takes two writes (block and number) of a transaction of 100, with the count and the progress. */
  readonly atOnce = 49
  readonly #ports: ImportPorts
  readonly #table: TenantTable

  constructor(ports: ImportPorts, table: TenantTable) {
    this.#ports = ports
    this.#table = table
  }

  async bring(contacts: readonly ContactFields[]): Promise<Brought> {
    const numbers = contacts.map(({ number }) => number)
    const added = firstOfEach(contacts, await blockedNumbers(this.#table, numbers))
    const createdAt = new Date(this.#ports.now()).toISOString()
    const blocks = added.map(({ name, number }) => ({
      id: newId(),
      name,
      number: canonicalKey(number),
      origin: 'IMPORT' as const,
      evidence: null,
      createdAt,
    }))
    const writes = blocks.length > 0 ? blockingWrites(blocks) : []
    return { writes, imported: blocks.length, duplicated: contacts.length - blocks.length }
  }

  publishChange(): Promise<void> {
    const { companyId } = this.#table
    return this.#ports.publish({ companyId, topic: 'contact-blocks', action: 'reload', body: {} })
  }
}
