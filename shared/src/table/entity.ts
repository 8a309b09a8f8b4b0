import type { Row } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** A row's attributes as any version of this code stored them. */
export type Attributes = Readonly<Record<string, unknown>>

/** A change of an entity's stored shape, from one version to the next. */
export interface Migration {
  /** A name for people: `1-limits`. */
  id: string
  /**
   * Turns a row of the previous version into this version. Pure. It keeps unknown attributes: newer code may have
   * changed a part of an older row already.
   */
  upgrade(row: Attributes): Attributes
}

interface Declaration {
  /** A name for people, and for the row with the migration's progress. */
  name: string
  /** In order; their number is the current version. */
  migrations: readonly Migration[]
  /** The partitions of a company's rows of this entity. */
  partitions(table: TenantTable): Promise<readonly string[]>
}

/**
 * A kind of rows whose stored shape has changed. Each row holds its version as `v`, written with the row; a row without
 * `v` has version 0. Reads return the current shape, by the same functions that the migration of stored rows uses.
 */
export class Entity<T extends object> {
  readonly name: string
  readonly partitions: Declaration['partitions']
  readonly #migrations: readonly Migration[]

  constructor({ name, migrations, partitions }: Declaration) {
    this.name = name
    this.partitions = partitions
    this.#migrations = migrations
  }

  /** The current version. */
  get version(): number {
    return this.#migrations.length
  }

  /** The migrations that a row of this version still needs. */
  behind(version: number): readonly Migration[] {
    return this.#migrations.slice(version)
  }

  /** A row in the current shape. A row of newer code, as during a deployment, is left as it is. */
  upgraded(row: Attributes): Attributes {
    const before = versionOf(row)
    if (before >= this.version) return row
    const upgraded = this.behind(before).reduce((older, { upgrade }) => upgrade(older), row)
    return { ...upgraded, v: this.version }
  }

  /** Converts a row that a store read. */
  read(row: Row<T>): Row<T> {
    return this.current(row)
  }

  /** Converts a record of any version. */
  current<R extends T>(record: R): R {
    // The migrations turn any stored row into a `T`, and keep what else it has.
    return this.upgraded(Object.fromEntries(Object.entries(record))) as R
  }

  /** Adds the version to a record that a store puts. */
  stamped(record: T): T & { v: number } {
    return { ...record, v: this.version }
  }
}

/** The version of a stored row. */
export const versionOf = ({ v }: Attributes): number => (typeof v === 'number' ? v : 0)
