import type { Line } from '@recado/shared/campaigns/engine/deliver'
import type { Change, Key, Page, Query, Row, Table, When, Write } from '@recado/shared/table/table'

type Altered = Partial<{
  get(key: Key): Promise<Row | undefined>
  getMany(keys: readonly Key[]): Promise<Row[]>
  put(row: Row, when?: When): Promise<void>
  update(key: Key, change: Change, when?: When): Promise<Row>
  transact(writes: readonly Write[]): Promise<void>
  query(query: Query): Promise<Page<Record<string, unknown>>>
  putMany(rows: readonly Row[]): Promise<void>
}>

/** A table with some calls of its own. */
export const altered = (table: Table, calls: Altered): Table =>
  new Proxy(table, { get: (target, name) => Reflect.get(name in calls ? calls : target, name) })

/** A line with some calls of its own. */
export const alteredLine = (line: Line, calls: Partial<Pick<Line, 'send' | 'isOpen'>>): Line =>
  new Proxy(line, {
    get: (target, name) => {
      if (name in calls) return Reflect.get(calls, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

export const isClaim = (change: Change): boolean => change.set?.status === 'SENDING'
