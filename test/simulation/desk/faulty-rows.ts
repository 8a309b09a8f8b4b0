import type { Change, Key, NewRow, Page, Query, Row, Table, When, Write } from '@recado/shared/table/table'
import type { Turns } from './turns.ts'

/** Decides how reads and writes end. */
export interface Fate {
  read<T>(read: () => Promise<T>): Promise<T>
  write<T>(write: () => Promise<T>): Promise<T>
}

/** The table as one part reaches it: in turns with the others, and some writes end badly. */
export class FaultyRows implements Table {
  readonly #table: Table
  readonly #turns: Turns
  readonly #fate: Fate

  constructor(table: Table, turns: Turns, fate: Fate) {
    this.#table = table
    this.#turns = turns
    this.#fate = fate
  }

  get = <T extends object>(key: Key<T>): Promise<Row<T> | undefined> => this.#read(() => this.#table.get(key))
  getMany = <T extends object>(keys: readonly Key<T>[]): Promise<Row<T>[]> =>
    this.#read(() => this.#table.getMany(keys))
  query = <T extends object>(query: Query<T>): Promise<Page<T>> => this.#read(() => this.#table.query(query))
  put = <T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Promise<void> =>
    this.#write(() => this.#table.put<T>(row, when))
  update = <T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> => this.#write(() => this.#table.update(key, change, when))
  delete = <T extends object>(key: Key<T>, when?: When<NoInfer<T>>): Promise<void> =>
    this.#write(() => this.#table.delete(key, when))
  transact = (writes: readonly Write[]): Promise<void> => this.#write(() => this.#table.transact(writes))
  putMany = <T extends object>(rows: readonly NewRow<T>[]): Promise<void> =>
    this.#write(() => this.#table.putMany<T>(rows))
  deleteMany = (keys: readonly Key[]): Promise<void> => this.#write(() => this.#table.deleteMany(keys))
  backOff = async (): Promise<void> => undefined

  async #read<T>(read: () => Promise<T>): Promise<T> {
    await this.#turns.next()
    return this.#fate.read(read)
  }

  async #write<T>(write: () => Promise<T>): Promise<T> {
    await this.#turns.next()
    return this.#fate.write(write)
  }
}
