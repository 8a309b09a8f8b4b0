import { blockedNumbers, blockingWrites } from '../contact-blocks/store.ts'
import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { newId } from '../ids.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import type { TenantTable } from '../table/tenant.ts'
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
    const seen = await blockedNumbers(
      this.#table,
      contacts.map(({ number }) => number),
    )
    const createdAt = new Date(this.#ports.now()).toISOString()
    const blocks = contacts.flatMap(({ name, number }) => {
      const key = canonicalKey(number)
      if (seen.has(key)) return []
      seen.add(key)
      return [{ id: newId(), name, number: key, origin: 'IMPORT' as const, evidence: null, createdAt }]
    })
    const writes = blocks.length > 0 ? blockingWrites(blocks) : []
    return { writes, imported: blocks.length, duplicated: contacts.length - blocks.length }
  }

  publishChange(): Promise<void> {
    const { companyId } = this.#table
    return this.#ports.publish({ companyId, topic: 'contact-blocks', action: 'reload', body: {} })
  }
}
