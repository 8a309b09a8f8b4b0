import {
  type All,
  allRows,
  type Change,
  deleteRow,
  type Key,
  type Partition,
  partition,
  putRow,
  type Row,
  updateRow,
} from './table.ts'
import type { TenantTable } from './tenant.ts'
import { type Outcome, sameName, type UniqueValue, writeHolder } from './unique-values.ts'

/**
 * A small set of rows of one kind, each with a unique name: plans, instances, help videos. A change keeps the row's
 * other attributes, such as a count.
 */
export class NamedRows<T extends { id: string } & { [N in Field]: string }, Field extends string> {
  readonly #pk: Partition<T>
  readonly #field: Field

  /** @param field the field that holds a row's name */
  constructor(pk: string, field: Field) {
    this.#pk = partition(pk)
    this.#field = field
  }

  key = (id: string): Key<T> => ({ pk: this.#pk, sk: id })

  get = (table: TenantTable, id: string): Promise<Row<T> | undefined> => table.get(this.key(id))

  /** All rows in the order of their creation. */
  async all(table: TenantTable): Promise<Row<T>[]> {
    const rows: Row<T>[] = []
    for await (const row of allRows(table, { pk: this.#pk, consistent: true })) rows.push(row)
    return rows
  }

  put(table: TenantTable, record: T): Promise<Outcome> {
    const own = putRow<T>({ ...record, ...this.key(record.id) }, { pk: { exists: false } })
    return writeHolder(table, own, { id: record.id, before: [], after: this.#names(record) })
  }

  /** Changes these fields of a row, if it still has the name it was read with. */
  change(table: TenantTable, read: T, fields: { [N in Field]: string } & Change<T>['set']): Promise<Outcome> {
    const own = updateRow(this.key(read.id), { set: fields }, this.#asRead(read))
    return writeHolder(table, own, { id: read.id, before: this.#names(read), after: this.#names(fields) })
  }

  /** @param when an additional condition @returns 'changed' if it does not hold */
  delete(table: TenantTable, read: T, when: All<T> = {}): Promise<Outcome> {
    const own = deleteRow(this.key(read.id), { ...this.#asRead(read), ...when })
    return writeHolder(table, own, { id: read.id, before: this.#names(read), after: [] })
  }

  #asRead(read: { [N in Field]: string }): All<T> {
    const asRead: { [N in Field]?: string } = {}
    asRead[this.#field] = read[this.#field]
    // The compiler cannot resolve an attribute whose name is a type parameter.
    return asRead as All<T>
  }

  #names(record: { [N in Field]: string }): UniqueValue[] {
    return [{ of: `${this.#pk}-NAMES`, value: sameName(record[this.#field]) }]
  }
}
