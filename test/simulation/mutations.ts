import type { Line } from '@recado/shared/campaigns/engine/deliver'
import {
  ConditionFailed,
  type Key,
  type Row,
  type Table,
  type When,
  type Write,
} from '@recado/shared/table/table'
import { altered, alteredLine, isClaim } from './altered.ts'

/** Changes the writes of a transaction that are updates. */
const withUpdates = (table: Table, changed: (write: Extract<Write, { update: Key }>) => Write): Table =>
  altered(table, {
    transact: (writes) => table.transact(writes.map((write) => ('update' in write ? changed(write) : write))),
  })

const whenOf = (write: { when?: When }, name: string): unknown =>
  write.when && !Array.isArray(write.when) ? Reflect.get(write.when, name) : undefined

/** Takes a refusal that comes after the acknowledgement for the truth. */
export const failingLate = (table: Table): Table =>
  withUpdates(table, (write) =>
    write.change.set?.reason === 'REFUSED'
      ? { ...write, when: { ...write.when, status: { in: ['SENDING', 'SENDED'] } } }
      : write,
  )

/** What was given up stays given up, whatever is heard of it later. */
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

/** Knows no blocks but those of numbers. */
export function withoutLidBlocks(table: Table): Table {
  const isBlockOfLid = ({ pk, sk }: Key) => pk.endsWith('#BLOCKS') && sk.startsWith('lid-')
  return altered(table, {
    get: async (key) => (isBlockOfLid(key) ? undefined : table.get<Row>(key)),
    getMany: async (keys) => (await table.getMany<Row>(keys)).filter((row) => !isBlockOfLid(row)),
  })
}

/** Believes that the account is in every group it was ever in. */
export const neverLeaving = (
  table: Table,
  groups: Map<string, { row: Row | undefined; at: number }>,
): Table =>
  altered(table, {
    get: async (key) => {
      if (!key.pk.includes('#GROUPS#')) return table.get<Row>(key)
      const name = `${key.pk} ${key.sk}`
      const row = groups.get(name)?.row ?? (await table.get<Row>(key))
      groups.set(name, { row, at: 0 })
      return row
    },
  })

/** Takes the company's hours for those of Greenwich. */
export const inUtc = (table: Table): Table =>
  altered(table, {
    get: async (key) => {
      const row = await table.get<Row>(key)
      return row && key.sk === 'CAMPAIGN-SETTINGS' ? { ...row, timezone: 'UTC' } : row
    },
  })

/** Gives back whatever claim there is, as if it were its own. */
export const releasingAny = (table: Table): Table =>
  altered(table, {
    update: (key, change, when) => {
      const isRelease =
        change.set?.status === 'PENDING' && whenOf({ ...(when && { when }) }, 'claim') !== undefined
      return table.update(key, change, isRelease ? { status: 'SENDING' } : when)
    },
  })

/** Gives messages up forty seconds too early. */
export const impatient = (table: Table): Table =>
  altered(table, {
    query: async (query) => {
      const page = await table.query<Row & { claimedAt?: number }>(query)
      return {
        ...page,
        rows: page.rows.map((row) => (row.claimedAt ? { ...row, claimedAt: row.claimedAt - 40_000 } : row)),
      }
    },
  })

/** Sends again under the ids of before. */
export const reopeningTheSame = (table: Table): Table =>
  withUpdates(table, (write) =>
    write.change.set?.resend === undefined ? write : { ...write, change: { ...write.change, add: {} } },
  )

/** Stores what it sends when it has left. */
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

/** Once a recipient is claimed, believes that the line is open. */
export function lookingBeforeTheClaim(table: Table, line: Line): { table: Table; line: Line } {
  const state = { isClaimed: false }
  return {
    table: altered(table, {
      update: async (key, change, when) => {
        const row = await table.update<Row>(key, change, when)
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
