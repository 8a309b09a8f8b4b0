import type { Line } from '@recado/shared/campaigns/engine/line'
import {
  type All,
  ConditionFailed,
  type Key,
  type PlainWhen,
  type Table,
  type When,
  type Write,
} from '@recado/shared/table/table'
import { altered, alteredLine, attributeOf, isClaim } from './altered.ts'
import type { RememberedRows } from './remembered-rows.ts'

/** Changes the updates of a transaction. */
const withUpdates = (table: Table, changed: (write: Extract<Write, { update: Key }>) => Write): Table =>
  altered(table, {
    transact: (writes) => table.transact(writes.map((write) => ('update' in write ? changed(write) : write))),
  })

const whenOf = (write: { when?: PlainWhen }, name: string): unknown =>
  write.when && !Array.isArray(write.when) ? Reflect.get(write.when, name) : undefined

/** Accepts a refusal that comes after the acknowledgement. */
export const failingLate = (table: Table): Table =>
  withUpdates(table, (write) =>
    write.change.set?.reason === 'REFUSED'
      ? { ...write, when: { ...write.when, status: { in: ['SENDING', 'SENDED'] } } }
      : write,
  )

/** A message that was given up stays given up, with any later result. */
export const givingUpForGood = (table: Table): Table =>
  altered(table, {
    transact: async (writes) => {
      const mends = writes.some(
        (write) =>
          'update' in write && write.change.set?.status === 'SENDED' && whenOf(write, 'status') === 'FAILED',
      )
      if (mends) throw new ConditionFailed([null])
      await table.transact(writes)
    },
  })

/** Knows only blocks of numbers. */
export function withoutLidBlocks(table: Table): Table {
  const isBlockOfLid = ({ pk, sk }: Key) => pk.endsWith('#BLOCKS') && sk.startsWith('lid-')
  return altered(table, {
    get: async (key, options) => (isBlockOfLid(key) ? undefined : table.get(key, options)),
    getMany: async (keys, options) =>
      (await table.getMany(keys, options)).filter((row) => !isBlockOfLid(row)),
  })
}

/** Treats the account as a member of every group it was ever in. */
export const neverLeaving = (table: Table, groups: RememberedRows): Table =>
  altered(table, {
    get: async (key, options) => {
      if (!key.pk.includes('#GROUPS#')) return table.get(key, options)
      const row = groups.find(key)?.row ?? (await table.get(key, options))
      groups.keep(key, row, 0)
      return row
    },
  })

/** Reads the company's hours as UTC. */
export const inUtc = (table: Table): Table =>
  altered(table, {
    get: async (key, options) => {
      const row = await table.get(key, options)
      return row && key.sk === 'CAMPAIGN-SETTINGS' ? { ...row, timezone: 'UTC' } : row
    },
  })

const isAnyOfSeveral = <T extends object>(when: When<T>): when is readonly All<T>[] => Array.isArray(when)

/** Gives back any claim, as if it were its own. */
export const releasingAny = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) => {
      const isRelease =
        attributeOf(change.set, 'status') === 'PENDING' && attributeOf(when, 'claim') !== undefined
      if (!isRelease || when === undefined || isAnyOfSeveral(when)) return table.update(key, change, when)
      const ofAnyClaim = { ...when, claim: { exists: true } }
      return table.update(key, change, ofAnyClaim)
    },
  })

/** Gives messages up forty seconds too early. */
export const impatient = (table: Table): Table =>
  altered(table, {
    query: async (query) => {
      const page = await table.query(query)
      return {
        ...page,
        rows: page.rows.map((row) =>
          'claimedAt' in row && typeof row.claimedAt === 'number'
            ? { ...row, claimedAt: row.claimedAt - 40_000 }
            : row,
        ),
      }
    },
  })

/** Sends again under the earlier message ids. */
export const reopeningTheSame = (table: Table): Table =>
  withUpdates(table, (write) =>
    write.change.set?.resend === undefined ? write : { ...write, change: { ...write.change, add: {} } },
  )

/** Stores a message after it has left. */
export function recordingLater(table: Table, line: Line): { table: Table; line: Line } {
  const records: (() => Promise<void>)[] = []
  return {
    table: altered(table, {
      put: async (row, when) => {
        if (!row.pk.includes('#SENT#')) return table.put(row, when)
        records.push(() => table.put(row, when))
      },
    }),
    line: alteredLine(line, {
      send: async (route, part) => {
        await line.send(route, part)
        for (const record of records.splice(0)) await record().catch(() => undefined)
      },
    }),
  }
}

/** Once a recipient is claimed, assumes that the line is open. */
export function lookingBeforeTheClaim(table: Table, line: Line): { table: Table; line: Line } {
  const state = { isClaimed: false }
  return {
    table: altered(table, {
      update: async (key, change, when) => {
        const row = await table.update(key, change, when)
        if (isClaim(change)) state.isClaimed = true
        return row
      },
    }),
    line: alteredLine(line, {
      isOpen: () => state.isClaimed || line.isOpen(),
      send: (route, part) => {
        state.isClaimed = false
        return line.send(route, part)
      },
    }),
  }
}
