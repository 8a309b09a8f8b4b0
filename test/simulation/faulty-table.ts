import type { Change, Key, NewRow, Page, Query, Row, Table, When, Write } from '@recado/shared/table/table'
import type { SimProcess } from './process.ts'
import type { Tape } from './tape.ts'

const READ = ['throttled', 'kill', 'pause'] as const
const WRITE = ['throttled', 'reply-lost', 'kill-before', 'kill-after', 'pause'] as const

interface Consistency {
  consistent?: boolean
}

/** The table over a network: late, refusing, or without an answer. */
export class FaultyTable implements Table {
  readonly #table: Table
  readonly #process: SimProcess
  readonly #tape: Tape

  constructor(table: Table, process: SimProcess, tape: Tape) {
    this.#table = table
    this.#process = process
    this.#tape = tape
  }

  get = <T extends object>(key: Key<T>, options?: Consistency): Promise<Row<T> | undefined> =>
    this.#read(() => this.#table.get(key, options))
  getMany = <T extends object>(keys: readonly Key<T>[], options?: Consistency): Promise<Row<T>[]> =>
    this.#read(() => this.#table.getMany(keys, options))
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

  /** Like DynamoDB's client: growing pauses up to a second. */
  backOff = (attempt: number): Promise<void> =>
    this.#process.wait(this.#tape.random() * Math.min(1000, 10 * 2 ** attempt))

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

  /** Half a second to twelve, sometimes longer than the visibility timeout of a command. */
  #pause(): number {
    return 500 + this.#tape.random() * (this.#tape.random() < 0.25 ? 45_000 : 11_500)
  }
}
