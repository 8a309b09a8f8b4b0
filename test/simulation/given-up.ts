import type { Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { keyIn, type Table, type Write } from '@recado/shared/table/table'
import { MOST_SKEW_MS } from './tape.ts'

/** The longest time between a claim and WhatsApp's answer, in milliseconds. Two processes measure it, each by its own clock. */
const ANSWER_MAY_TAKE_MS = 60_000 - 2 * MOST_SKEW_MS

/** A table that records messages given up earlier. @param found milliseconds between claim and giving up */
export const givenUpTooEarly = (table: Table, now: () => number, found: number[]): Table =>
  new Proxy(table, {
    get(target, name) {
      if (name !== 'transact') {
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return async (writes: readonly Write[]) => {
        const claims = await Promise.all(writes.flatMap((write) => claimedAt(target, write)))
        await target.transact(writes)
        for (const at of claims)
          if (at !== undefined && now() < at + ANSWER_MAY_TAKE_MS) found.push(now() - at)
      }
    },
  })

/** If this write gives a message up: the time of its claim, in milliseconds since 1970. */
function claimedAt(table: Table, write: Write): Promise<number | undefined>[] {
  if (!('update' in write) || write.change.set?.reason !== 'UNKNOWN_OUTCOME') return []
  const { pk, sk } = write.update
  return [table.get(keyIn<Recipient>(pk, sk)).then((row) => row?.claimedAt)]
}
