import type { Line } from '@recado/shared/campaigns/engine/deliver'
import type { Change, Key, Row, Table, When } from '@recado/shared/table/table'

/** Faults built into the system itself, which the simulation must find. */
export const MUTANTS = ['no sweeper', 'blind retry', 'no claim', 'no lease'] as const
export type Mutant = (typeof MUTANTS)[number] | 'none'

/** Sends again what failed, as if a failure said that nothing had left. */
export function retrying(line: Line): Line {
  const again: Line['send'] = async (jid, text, messageId) => {
    try {
      await line.send(jid, text, messageId)
    } catch {
      await line.send(jid, text, messageId)
    }
  }
  return new Proxy(line, {
    get: (target, name) => {
      if (name === 'send') return again
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Marks recipients as being sent whatever their status was. */
export function withoutClaims(table: Table): Table {
  return new Proxy(table, {
    get: (target, name) => {
      if (name !== 'update') return Reflect.get(target, name, target)
      return <T extends object>(key: Key, change: Change, when?: When): Promise<Row<T>> =>
        target.update<T>(key, change, change.set?.status === 'SENDING' ? undefined : when)
    },
  })
}
