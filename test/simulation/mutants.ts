import type { Line } from '@recado/shared/campaigns/engine/line'
import { keyOf } from '@recado/shared/table/refusals'
import type { Key, Row, Table, Write } from '@recado/shared/table/table'
import { altered, alteredLine, attributeOf, isClaim } from './altered.ts'
import {
  failingLate,
  givingUpForGood,
  impatient,
  inUtc,
  neverLeaving,
  releasingAny,
  reopeningTheSame,
  withoutLidBlocks,
} from './mutations.ts'
import type { RememberedRows } from './remembered-rows.ts'

/** Faults built into the system, which the simulation must detect. */
export const MUTANTS = [
  'mark after send',
  'blind retry',
  'no claim',
  'no lease',
  'lease to its last moment',
  'no deadline',
  'cancel checked once',
  'block checked once',
  'stop checked once',
  'pace per campaign',
  'key without tenant',
  'counter apart from status',
  'lists not kept',
  'no sweeper',
  'answers without a yes',
  'no hold',
  'hold fails',
  'budget not counted',
  'nobody is known',
  'sent record stored after the send',
  'late refusal counts',
  'late acknowledgement ignored',
  'LID blocks ignored',
  'left group written to',
  'windows judged in UTC',
  'claims of others released',
  'no look at the line after the claim',
  'claim given up after 20 s',
  'reopened without a new attempt',
] as const
export type Mutant = (typeof MUTANTS)[number] | 'none'

/** Sends again after a failure, as if a failure meant that nothing had left. */
export function retrying(line: Line): Line {
  return alteredLine(line, {
    send: async (route, part) => {
      try {
        await line.send(route, part)
      } catch {
        await line.send(route, part)
      }
    },
  })
}

/** Marks recipients as being sent in any status. */
const withoutClaims = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) => table.update(key, change, isClaim(change) ? undefined : when),
  })

/** Claims that wait until their message has left. */
type LateClaims = (() => Promise<unknown>)[]

/** Assumes claims, and makes them after the message has left. */
export const claimingLater = (table: Table, claims: LateClaims): Table =>
  altered(table, {
    update: async (key, change, when) => {
      if (!isClaim(change)) return table.update(key, change, when)
      claims.push(() => table.update(key, change, when))
      return takenForGranted(key)
    },
  })

export function markedAfterwards(line: Line, claims: LateClaims): Line {
  return alteredLine(line, {
    send: async (route, part) => {
      await line.send(route, part)
      for (const claim of claims.splice(0)) await claim().catch(() => undefined)
    },
  })
}

/** The answer to a change that was not made: a row with only its key. */
const takenForGranted = <T extends object>(key: Key<T>): Row<T> => ({ ...key }) as Row<T>

/** How long a mutant uses an old copy of a row, in milliseconds. Longer than a command is valid. */
const STALE_MS = 60_000

/** Reads rows of a kind once, and uses the copy for a while. */
function remembering(
  table: Table,
  of: (key: Key) => boolean,
  now: () => number,
  memory: RememberedRows,
): Table {
  const remembered = async <T extends object>(key: Key<T>): Promise<Row<T> | undefined> => {
    const known = memory.find(key)
    if (known && now() < known.at + STALE_MS) return known.row
    const row = await table.get(key)
    memory.keep(key, row, now())
    return row
  }
  return altered(table, {
    get: (key) => (of(key) ? remembered(key) : table.get(key)),
    getMany: async (keys) => {
      const rows = await Promise.all(keys.filter(of).map(remembered))
      const others = keys.filter((key) => !of(key))
      const read = others.length > 0 ? await table.getMany(others) : []
      return [...rows.flatMap((row) => row ?? []), ...read]
    },
  })
}

/** Finds rows by ids alone, with the same ids in both companies. */
function withoutTenant(table: Table): Table {
  const at = <T extends Key>(key: T): T => ({
    ...key,
    pk: key.pk.replace('company-B#', 'company-A#').replaceAll('B-', 'A-'),
    sk: key.sk.replaceAll('B-', 'A-'),
  })
  const isOfCampaign = ({ pk }: Key) => /#(LEDGER|CAMPAIGN-COUNTS)/.test(pk)
  const to = <T extends Key>(key: T): T => (isOfCampaign(key) ? at(key) : key)
  return altered(table, {
    get: (key) => table.get(to(key)),
    getMany: (keys) =>
      table.getMany([...new Map(keys.map((key) => [JSON.stringify(to(key)), to(key)])).values()]),
    put: (row, when) => table.put(to(row), when),
    update: (key, change, when) => table.update(to(key), change, when),
    query: (query) => table.query({ ...query, pk: to({ pk: query.pk, sk: '' }).pk }),
    putMany: (rows) => table.putMany(rows.map(to)),
    transact: (writes) =>
      table.transact(
        writes.map((write): Write => {
          if ('put' in write) return { ...write, put: to(write.put) }
          if ('update' in write) return { ...write, update: to(write.update) }
          return 'delete' in write
            ? { ...write, delete: to(write.delete) }
            : { ...write, check: to(write.check) }
        }),
      ),
  })
}

/** Counts in a separate write. */
const countingApart = (table: Table): Table =>
  altered(table, {
    transact: async (writes) => {
      const isCount = (write: Write) => 'update' in write && write.update.pk.endsWith('#CAMPAIGN-COUNTS')
      const counts = writes.filter(isCount)
      await table.transact(writes.filter((write) => !isCount(write)))
      if (counts.length > 0) await table.transact(counts)
    },
  })

/** Changes campaigns without their list rows. */
const withoutListRows = (table: Table): Table =>
  altered(table, {
    transact: (writes) => table.transact(writes.filter((write) => !isListRow(keyOf(write)))),
  })

const isListRow = ({ pk }: Key): boolean => pk.endsWith('#CAMPAIGNS-UNFINISHED')

/** Treats any answer as a yes, so every asked person gets the message. */
const takingYes = (table: Table): Table =>
  altered(table, {
    transact: (writes) =>
      table.transact(
        writes.map((write) =>
          'update' in write && write.change.set?.confirmation === 'ASKED'
            ? {
                ...write,
                change: { ...write.change, set: { ...write.change.set, status: 'PENDING', step: 'message' } },
              }
            : write,
        ),
      ),
  })

/** Holds nothing: neither the chain nor the sender gets to know a lock. */
const withoutHolds = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) =>
      attributeOf(change.set, 'heldUntil') === undefined
        ? table.update(key, change, when)
        : Promise.resolve(takenForGranted(key)),
  })

/** Counts no first contacts. */
const withoutCounts = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) =>
      attributeOf(change.add, 'newContacts') === undefined &&
      attributeOf(change.set, 'newContacts') === undefined
        ? table.update(key, change, when)
        : Promise.resolve(takenForGranted(key)),
  })

/** Knows only the blocks at the start of the campaign, when there were none. */
const withoutBlocks = (table: Table): Table =>
  altered(table, {
    getMany: async (keys) => {
      const rows = await table.getMany(keys)
      return rows.filter(({ pk }) => !pk.endsWith('#BLOCKS'))
    },
  })

/** Finds no allowed recipients while others are held. */
const withoutAcquaintances = (table: Table): Table =>
  altered(table, {
    getMany: (keys) => (keys[0]?.pk.includes('#CONVERSATIONS#') ? Promise.resolve([]) : table.getMany(keys)),
  })

const isOf = (what: string) => (key: Key) => key.pk.endsWith(`#${what}`)
const isStop = ({ sk, pk }: Key) => sk === 'SENDING-STOP' || pk.startsWith('INDEX#STOP')

/** The rows that a mutant reads too rarely. */
const READ_ONCE: { [M in Mutant]?: (key: Key) => boolean } = {
  'cancel checked once': isOf('CAMPAIGNS'),
  'stop checked once': isStop,
}

/** A mutant's table. */
export function mutated(table: Table, mutant: Mutant, now: () => number, memory: RememberedRows): Table {
  const readOnce = READ_ONCE[mutant]
  if (readOnce) return remembering(table, readOnce, now, memory)
  switch (mutant) {
    case 'no claim':
      return withoutClaims(table)
    case 'key without tenant':
      return withoutTenant(table)
    case 'counter apart from status':
      return countingApart(table)
    case 'lists not kept':
      return withoutListRows(table)
    case 'answers without a yes':
      return takingYes(table)
    case 'block checked once':
      return withoutBlocks(table)
    case 'no hold':
      return withoutHolds(table)
    case 'budget not counted':
      return withoutCounts(table)
    case 'nobody is known':
      return withoutAcquaintances(table)
    case 'late refusal counts':
      return failingLate(table)
    case 'late acknowledgement ignored':
      return givingUpForGood(table)
    case 'LID blocks ignored':
      return withoutLidBlocks(table)
    case 'left group written to':
      return neverLeaving(table, memory)
    case 'windows judged in UTC':
      return inUtc(table)
    case 'claims of others released':
      return releasingAny(table)
    case 'claim given up after 20 s':
      return impatient(table)
    case 'reopened without a new attempt':
      return reopeningTheSame(table)
    default:
      return table
  }
}

/** Never gets to know that the account is locked. */
export function unaware(table: Table): Table {
  const unlocked = <T extends object>(row: Row<T>): Row<T> =>
    row.pk.endsWith('#HEALTH') ? { ...row, lockedUntil: 0 } : row
  return altered(table, {
    get: async (key) => {
      const row = await table.get(key)
      return row && unlocked(row)
    },
    getMany: async (keys) => (await table.getMany(keys)).map(unlocked),
  })
}
