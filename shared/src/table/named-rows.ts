import { allRows, type Key, type Row, type Test, type Value } from './table.ts'
import type { TenantTable } from './tenant.ts'
import { type Outcome, sameName, type UniqueValue, writeHolder } from './unique-values.ts'

/**
 * Rows of one kind that are few and have a name each, which no other of them has: plans, instances, help videos.
 * What else stands in a row, as a count, is left alone by a change.
 */
export class NamedRows<T extends { id: string } & { [N in Field]: string }, Field extends string> {
  readonly #pk: string
  readonly #field: Field

  /** @param field which of a row's fields is its name */
  constructor(pk: string, field: Field) {
    this.#pk = pk
    this.#field = field
  }

  key = (id: string): Key => ({ pk: this.#pk, sk: id })

  get = (table: TenantTable, id: string): Promise<Row<T> | undefined> => table.get<T>(this.key(id))

  /** In the order they were made. */
  async all(table: TenantTable): Promise<Row<T>[]> {
    const rows: Row<T>[] = []
    for await (const row of allRows<T>(table, { pk: this.#pk, consistent: true })) rows.push(row)
    return rows
  }

  put(table: TenantTable, record: T): Promise<Outcome> {
    const own = { put: { ...record, ...this.key(record.id) }, when: { pk: { exists: false } } }
    return writeHolder(table, own, { id: record.id, before: [], after: this.#names(record) })
  }

  /** Changes these fields of a row that still has the name it was read with. */
  change(
    table: TenantTable,
    read: T,
    fields: { [N in Field]: string } & Record<string, Value>,
  ): Promise<Outcome> {
    const own = { update: this.key(read.id), change: { set: fields }, when: this.#asRead(read) }
    return writeHolder(table, own, { id: read.id, before: this.#names(read), after: this.#names(fields) })
  }

  /** @param when what has to be true of the row besides; 'changed' where it is not */
  delete(table: TenantTable, read: T, when: Record<string, Test> = {}): Promise<Outcome> {
    const own = { delete: this.key(read.id), when: { ...this.#asRead(read), ...when } }
    return writeHolder(table, own, { id: read.id, before: this.#names(read), after: [] })
  }

  #asRead(read: { [N in Field]: string }): Record<string, Test> {
    return { [this.#field]: read[this.#field] }
  }

  #names(record: { [N in Field]: string }): UniqueValue[] {
    return [{ of: `${this.#pk}-NAMES`, value: sameName(record[this.#field]) }]
  }
}
