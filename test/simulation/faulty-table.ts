import type { Change, Key, Page, Query, Row, Table, When, Write } from '@recado/shared/table/table'
import type { SimProcess } from './process.ts'
import type { Tape } from './tape.ts'

const READ = ['throttled', 'kill', 'pause'] as const
const WRITE = ['throttled', 'reply-lost', 'kill-before', 'kill-after', 'pause'] as const

/** The table as a process reaches it over a network: late, refusing, or with an answer that never comes. */
export class FaultyTable implements Table {
  readonly #table: Table
  readonly #process: SimProcess
  readonly #tape: Tape

  constructor(table: Table, process: SimProcess, tape: Tape) {
    this.#table = table
    this.#process = process
    this.#tape = tape
  }

  get = <T extends object>(key: Key): Promise<Row<T> | undefined> => this.#read(() => this.#table.get<T>(key))
  getMany = <T extends object>(keys: readonly Key[]): Promise<Row<T>[]> =>
    this.#read(() => this.#table.getMany<T>(keys))
  query = <T extends object>(query: Query): Promise<Page<T>> => this.#read(() => this.#table.query<T>(query))
  put = (row: Row, when?: When): Promise<void> => this.#write(() => this.#table.put(row, when))
  update = <T extends object>(key: Key, change: Change, when?: When): Promise<Row<T>> =>
    this.#write(() => this.#table.update<T>(key, change, when))
  delete = (key: Key, when?: When): Promise<void> => this.#write(() => this.#table.delete(key, when))
  transact = (writes: readonly Write[]): Promise<void> => this.#write(() => this.#table.transact(writes))
  putMany = (rows: readonly Row[]): Promise<void> => this.#write(() => this.#table.putMany(rows))
  deleteMany = (keys: readonly Key[]): Promise<void> => this.#write(() => this.#table.deleteMany(keys))

  async #read<T>(run: () => Promise<T>): Promise<T> {
    const fault = this.#tape.fault(READ)
    await this.#process.wait(1 + this.#tape.random() * 4)
    if (fault === 'kill') return this.#process.kill()
    if (fault === 'throttled') throw new Error('Throttled')
    const result = await run()
    await this.#process.wait(fault === 'pause' ? this.#pause() : 1)
    return result
  }

  async #write<T>(run: () => Promise<T>): Promise<T> {
    const fault = this.#tape.fault(WRITE)
    await this.#process.wait(1 + this.#tape.random() * 4)
    if (fault === 'kill-before') return this.#process.kill()
    if (fault === 'throttled') throw new Error('Throttled')
    const result = await run()
    if (fault === 'kill-after') return this.#process.kill()
    if (fault === 'reply-lost') throw new Error('The answer was lost')
    await this.#process.wait(fault === 'pause' ? this.#pause() : 1)
    return result
  }

  /** Half a second to twelve, now and then longer than a command stays hidden in its queue. */
  #pause(): number {
    return 500 + this.#tape.random() * (this.#tape.random() < 0.25 ? 45_000 : 11_500)
  }
}
