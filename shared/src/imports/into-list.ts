import { consentAfterImport } from '../contact-lists/consent.ts'
import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { ADDED_AT_ONCE, additions } from '../contact-lists/item-writes.ts'
import { reservePlaces } from '../contact-lists/items.ts'
import { holdersOf } from '../contact-lists/numbers.ts'
import { getList, listKey, listOf } from '../contact-lists/store.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import { updateRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { firstOfEach } from './first-of-each.ts'
import type { Brought, ImportPorts, ImportTarget } from './ports.ts'
import type { StoredImport } from './store.ts'

/** Places reserved at a time. Unused places stay empty. */
const RESERVED_AT_ONCE = ADDED_AT_ONCE * 20

/** A contact list as the target of an import. */
export class ListTarget implements ImportTarget {
  readonly topic: string
  readonly atOnce = ADDED_AT_ONCE
  readonly #ports: ImportPorts
  readonly #table: TenantTable
  readonly #listId: string
  #firstFree = 0
  #free = 0

  constructor(ports: ImportPorts, table: TenantTable, listId: string) {
    this.topic = `ContactListItem-${listId}`
    this.#ports = ports
    this.#table = table
    this.#listId = listId
  }

  async bring(contacts: readonly ContactFields[], state: StoredImport): Promise<Brought> {
    const importAliveAt = this.#ports.now()
    const when = { importId: state.importId }
    const numbers = contacts.map(({ number }) => number)
    const holders = await holdersOf(this.#table, this.#listId, numbers)
    const kept = state.removeDuplicates ? firstOfEach(contacts, holders.keys()) : contacts
    const duplicated = contacts.length - kept.length
    if (kept.length === 0) {
      const update = listKey(this.#listId)
      return { writes: [updateRow(update, { set: { importAliveAt } }, when)], imported: 0, duplicated }
    }
    const writes = additions({
      listId: this.#listId,
      contacts: kept,
      holders,
      when,
      firstPlace: await this.#places(kept.length),
      now: new Date(importAliveAt).toISOString(),
      importId: state.sync ? state.importId : undefined,
      list: { importAliveAt, ...(await this.#consent(state)) },
    })
    return { writes, imported: kept.length, duplicated }
  }

  async publishChange(): Promise<void> {
    const list = await getList(this.#table, this.#listId)
    if (!list) return
    const { companyId } = this.#table
    const body = { record: listOf(list) }
    await this.#ports.publish({ companyId, topic: 'contact-list', action: 'update', body })
  }

  async #places(count: number): Promise<number> {
    if (this.#free < count) {
      const first = await reservePlaces(this.#table, this.#listId, RESERVED_AT_ONCE)
      if (first === undefined) throw new SpreadsheetError('ERR_SPREADSHEET_UNREADABLE', 'The list is gone')
      this.#firstFree = first
      this.#free = RESERVED_AT_ONCE
    }
    const first = this.#firstFree
    this.#firstFree += count
    this.#free -= count
    return first
  }

  /** The list's consent from the first contact of this import on. */
  async #consent({ consent, imported }: StoredImport) {
    if (!consent || imported > 0) return {}
    const list = await getList(this.#table, this.#listId)
    return list && { consent: { ...consentAfterImport({ ...list, consent: list.consent ?? null }, consent) } }
  }
}
