import type { Line } from '@recado/shared/campaigns/engine/line'
import type { Table } from '@recado/shared/table/table'

type Altered = Partial<Pick<Table, 'get' | 'getMany' | 'put' | 'update' | 'transact' | 'query' | 'putMany'>>

/** A table with some overridden calls. */
export const altered = (table: Table, calls: Altered): Table =>
  new Proxy(table, { get: (target, name) => Reflect.get(name in calls ? calls : target, name) })

/** A line with some overridden calls. */
export const alteredLine = (line: Line, calls: Partial<Pick<Line, 'send' | 'isOpen'>>): Line =>
  new Proxy(line, {
    get: (target, name) => {
      if (name in calls) return Reflect.get(calls, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** An attribute of a change or a condition, for any row. */
export const attributeOf = (attributes: object = {}, name: string): unknown => Reflect.get(attributes, name)

export const isClaim = ({ set }: { set?: object }): boolean => attributeOf(set, 'status') === 'SENDING'
