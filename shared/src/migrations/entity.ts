import type { Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Attributes as some version of this code stored them. */
export type Attributes = Readonly<Record<string, unknown>>

/** One change of how an entity is stored, from one version to the next. */
export interface Migration {
  /** For people: `1-limits`. */
  id: string
  /**
   * A row of the version before as this version stores it. Pure, and it keeps what it does not know: newer code may have
   * changed a part of an older row already.
   */
  upgrade(row: Attributes): Attributes
}

interface Declaration {
  /** For people, and for the row that says how far its migration has come. */
  name: string
  /** In their order; their number is the version of today. */
  migrations: readonly Migration[]
  /** Where a company's rows of this entity lie. */
  partitions(table: TenantTable): Promise<readonly string[]>
}

/**
 * A kind of rows whose shape has changed. Its version stands in each row as `v`, written where the row is put; a row
 * without one is of version 0, from before there were any. Whoever reads it gets it as of today, by the same functions
 * that bring stored rows up to date.
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

  /** The version of today. */
  get version(): number {
    return this.#migrations.length
  }

  /** The migrations that a row of this version has before it. */
  behind(version: number): readonly Migration[] {
    return this.#migrations.slice(version)
  }

  /** A row as of today. One that newer code has written, as during a deployment, is left as it is. */
  upgraded(row: Attributes): Attributes {
    const before = versionOf(row)
    if (before >= this.version) return row
    const upgraded = this.behind(before).reduce((older, { upgrade }) => upgrade(older), row)
    return { ...upgraded, v: this.version }
  }

  /** What a store reads. */
  read(row: Row<T>): Row<T> {
    // The migrations make of any stored row what this entity is.
    return this.upgraded(Object.fromEntries(Object.entries(row))) as Row<T>
  }

  /** What a store puts. */
  stamped(record: T): T & { v: number } {
    return { ...record, v: this.version }
  }
}

/** The version in which a row is stored. */
export const versionOf = ({ v }: Attributes): number => (typeof v === 'number' ? v : 0)
