import { AGAIN, retrying } from '../table/retrying.ts'
import { type Change, committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { getMessage, messageKey, type StoredMessage } from './message.ts'

/**
 * Changes what a message shows: its content, its reactions, its deletion. An edit, the end of a file's download and the
 * move of the conversation to the person's number may come at the same moment. Each then starts from the result of the
 * one before.
 * @param find reads the message, once for each attempt
 * @param decide the change of the message as it was found; undefined for none
 * @returns the changed message; undefined if it is gone, or was not changed
 */
export const changeContent = (
  table: TenantTable,
  find: () => Promise<StoredMessage | undefined>,
  decide: (message: StoredMessage) => Change<StoredMessage> | undefined,
): Promise<StoredMessage | undefined> =>
  retrying(table, find, async (message) => {
    const change = message && decide(message)
    if (!change) return undefined
    const { contentRevision, deletedAt } = message
    const set = { ...change.set, contentRevision: (contentRevision ?? 0) + 1 }
    const asRead = {
      pk: { exists: true },
      contentRevision: contentRevision ?? MISSING,
      deletedAt: deletedAt ?? MISSING,
    } as const
    const written = table.update(messageKey(message), { ...change, set }, asRead)
    return (await committed(written)) ? getMessage(table, message) : AGAIN
  })

const MISSING = { exists: false } as const
