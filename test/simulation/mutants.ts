import type { Line } from '@recado/shared/campaigns/engine/deliver'
import type { Change, Key, Row, Table, When } from '@recado/shared/table/table'

/** Faults built into the system itself, which the simulation must find. */
export const MUTANTS = [
  'no sweeper',
  'blind retry',
  'no claim',
  'no lease',
  'no hold',
  'hold fails',
  'budget not counted',
  'nobody is known',
] as const
export type Mutant = (typeof MUTANTS)[number] | 'none'

/** Sends again what failed, as if a failure said that nothing had left. */
export function retrying(line: Line): Line {
  const again: Line['send'] = async (jid, part) => {
    try {
      await line.send(jid, part)
    } catch {
      await line.send(jid, part)
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
const withoutClaims = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) =>
      table.update(key, change, change.set?.status === 'SENDING' ? undefined : when),
  })

/** Holds nothing back: neither the chain nor whoever is about to send hears of a lock. */
const withoutHolds = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) =>
      change.set?.heldUntil === undefined ? table.update(key, change, when) : Promise.resolve({ ...key }),
  })

/** Counts no first contacts. */
const withoutCounts = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) =>
      change.add?.newContacts === undefined && change.set?.newContacts === undefined
        ? table.update(key, change, when)
        : Promise.resolve({ ...key }),
  })

/** Looks for nobody who may be written to while others are held. */
const withoutAcquaintances = (table: Table): Table =>
  altered(table, {
    getMany: (keys) => (keys[0]?.pk.includes('#CONVERSATIONS#') ? Promise.resolve([]) : table.getMany(keys)),
  })

/** The table as a mutant has it. */
export function mutated(table: Table, mutant: Mutant): Table {
  if (mutant === 'no claim') return withoutClaims(table)
  if (mutant === 'no hold') return withoutHolds(table)
  if (mutant === 'budget not counted') return withoutCounts(table)
  return mutant === 'nobody is known' ? withoutAcquaintances(table) : table
}

/** Never hears that the account is locked. */
export const unaware = (table: Table): Table =>
  altered(table, {
    get: async (key) => {
      const row = await table.get<Record<string, unknown>>(key)
      return row && key.pk.endsWith('#HEALTH') ? { ...row, lockedUntil: 0 } : row
    },
  })

interface Altered {
  get?(key: Key): Promise<Row | undefined>
  getMany?(keys: readonly Key[]): Promise<Row[]>
  update?(key: Key, change: Change, when?: When): Promise<Row>
}

const altered = (table: Table, calls: Altered): Table =>
  new Proxy(table, { get: (target, name) => Reflect.get(name in calls ? calls : target, name) })
