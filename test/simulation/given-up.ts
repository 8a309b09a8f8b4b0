import type { Recipient } from '@recado/shared/campaigns/recipient'
import type { Key, Table, Write } from '@recado/shared/table/table'

/** WhatsApp's answer may take so long after a claim, in milliseconds. */
const ANSWER_MAY_TAKE_MS = 60_000

/** A table that notes which messages were given up before that. @param found milliseconds between claim and giving up */
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

/** Where this write gives a message up: when its recipient was claimed, in milliseconds since 1970. */
function claimedAt(table: Table, write: Write): Promise<number | undefined>[] {
  if (!('update' in write) || write.change.set?.reason !== 'UNKNOWN_OUTCOME') return []
  const key: Key = write.update
  return [table.get<Recipient>(key).then((row) => row?.claimedAt)]
}
