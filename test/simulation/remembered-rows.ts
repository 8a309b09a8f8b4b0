import type { Key, Row } from '@recado/shared/table/table'

/** A read row, and the time of the read, in milliseconds since the simulation's zero. */
interface Remembered<T extends object> {
  row: Row<T> | undefined
  at: number
}

/** Rows that a mutant has read once. */
export class RememberedRows {
  readonly #rows = new Map<string, Remembered<object>>()

  find<T extends object>(key: Key<T>): Remembered<T> | undefined {
    // A row read with a key of this type is of this type.
    return this.#rows.get(nameOf(key)) as Remembered<T> | undefined
  }

  keep<T extends object>(key: Key<T>, row: Row<T> | undefined, at: number): void {
    this.#rows.set(nameOf(key), { row, at })
  }
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`
