import type { Line } from '@recado/shared/campaigns/engine/deliver'
import type { Key, Row, Table, Write } from '@recado/shared/table/table'
import { altered, alteredLine, isClaim } from './altered.ts'
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

/** Faults built into the system itself, which the simulation must find. */
export const MUTANTS = [
  'mark after send',
  'blind retry',
  'no claim',
  'no lease',
  'no deadline',
  'cancel checked once',
  'block checked once',
  'stop checked once',
  'pace per campaign',
  'key without tenant',
  'counter apart from status',
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

/** Sends again what failed, as if a failure said that nothing had left. */
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

/** Marks recipients as being sent whatever their status was. */
const withoutClaims = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) => table.update(key, change, isClaim(change) ? undefined : when),
  })

/** Claims wait here until their message has left. */
type LateClaims = (() => Promise<unknown>)[]

/** Takes claims for granted, and makes them when the message has left. */
export const claimingLater = (table: Table, claims: LateClaims): Table =>
  altered(table, {
    update: async (key, change, when) => {
      if (!isClaim(change)) return table.update(key, change, when)
      claims.push(() => table.update(key, change, when))
      return { ...key }
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

/** How long a mutant believes in what it has read, in milliseconds: longer than a command is good for. */
const STALE_MS = 60_000

/** Reads rows of a kind once, and goes by that for a while. */
function remembering(table: Table, of: (key: Key) => boolean, now: () => number, memory: Memory): Table {
  const remembered = async (key: Key) => {
    const name = `${key.pk} ${key.sk}`
    const known = memory.get(name)
    if (known && now() < known.at + STALE_MS) return known.row
    const row = await table.get<Record<string, unknown>>(key)
    memory.set(name, { row, at: now() })
    return row
  }
  return altered(table, {
    get: (key) => (of(key) ? remembered(key) : table.get(key)),
    getMany: async (keys) => {
      const rows = await Promise.all(keys.filter(of).map(remembered))
      const others = keys.filter((key) => !of(key))
      const read = others.length > 0 ? await table.getMany<Record<string, unknown>>(others) : []
      return [...rows.flatMap((row) => row ?? []), ...read]
    },
  })
}
type Memory = Map<string, { row: Row | undefined; at: number }>

/** As if rows were found by ids alone, and ids were the same in both companies. */
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

/** Counts in a write of its own. */
const countingApart = (table: Table): Table =>
  altered(table, {
    transact: async (writes) => {
      const isCount = (write: Write) => 'update' in write && write.update.pk.endsWith('#CAMPAIGN-COUNTS')
      const counts = writes.filter(isCount)
      await table.transact(writes.filter((write) => !isCount(write)))
      if (counts.length > 0) await table.transact(counts)
    },
  })

/** Takes any answer for a yes: who was asked is sent the message whatever they said. */
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

/** Knows the blocks there were when the campaign began, and there were none. */
const withoutBlocks = (table: Table): Table =>
  altered(table, {
    getMany: async (keys) => {
      const rows = await table.getMany<Record<string, unknown>>(keys)
      return rows.filter(({ pk }) => !pk.endsWith('#BLOCKS'))
    },
  })

/** Looks for nobody who may be written to while others are held. */
const withoutAcquaintances = (table: Table): Table =>
  altered(table, {
    getMany: (keys) => (keys[0]?.pk.includes('#CONVERSATIONS#') ? Promise.resolve([]) : table.getMany(keys)),
  })

const isOf = (what: string) => (key: Key) => key.pk.endsWith(`#${what}`)
const isStop = ({ sk, pk }: Key) => sk === 'SENDING-STOP' || pk.startsWith('INDEX#STOP')

/** What rows a mutant reads too seldom. */
const READ_ONCE: { [M in Mutant]?: (key: Key) => boolean } = {
  'cancel checked once': isOf('CAMPAIGNS'),
  'stop checked once': isStop,
}

/** The table as a mutant has it. */
export function mutated(table: Table, mutant: Mutant, now: () => number, memory: Memory): Table {
  const readOnce = READ_ONCE[mutant]
  if (readOnce) return remembering(table, readOnce, now, memory)
  switch (mutant) {
    case 'no claim':
      return withoutClaims(table)
    case 'key without tenant':
      return withoutTenant(table)
    case 'counter apart from status':
      return countingApart(table)
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

/** Never hears that the account is locked. */
export function unaware(table: Table): Table {
  const unlocked = (row: Row): Row => (row.pk.endsWith('#HEALTH') ? { ...row, lockedUntil: 0 } : row)
  return altered(table, {
    get: async (key) => {
      const row = await table.get<Record<string, unknown>>(key)
      return row && unlocked(row)
    },
    getMany: async (keys) => (await table.getMany<Record<string, unknown>>(keys)).map(unlocked),
  })
}
