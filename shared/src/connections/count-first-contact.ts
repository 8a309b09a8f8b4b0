import { localDate } from '../calendar/local-date.ts'
import { timeZoneOf } from '../companies/time-zone.ts'
import { conversationKey } from '../conversations/conversation.ts'
import type { StoredMessage } from '../conversations/message.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { ConditionFailed, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { getHealth, type HealthRow, healthKey } from './health-store.ts'
import { getConnection } from './store.ts'

/**
 * Counts a person's message that WhatsApp took in the day's budget of its connection, if it was a first contact: once
 * for each conversation, however many messages went there before the first one was taken. It is counted above the limit
 * too, since a person decided. A connection without a budget counts nothing.
 * @param now milliseconds since 1970
 */
export async function countFirstContact(
  table: TenantTable,
  { connectionId, chat }: Pick<StoredMessage, 'connectionId' | 'chat'>,
  now: number,
): Promise<void> {
  const taken = updateRow(conversationKey(connectionId, chat), { remove: ['uncounted'] }, { uncounted: true })
  const [connection, timeZone] = await Promise.all([getConnection(table, connectionId), timeZoneOf(table)])
  const hasBudget = (connection?.newContactsPerDay ?? null) !== null
  const day = localDate(now, timeZone)
  await retrying(
    table,
    () => getHealth(table, connectionId),
    async (health) => {
      try {
        await table.transact([taken, ...(hasBudget ? [counted(connectionId, health, day)] : [])])
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error
        // Without a failure of the first write, another contact was counted, or the day began, meanwhile.
        if (error.failures[0] === undefined) return AGAIN
      }
      return undefined
    },
  )
}

const counted = (connectionId: string, { day: countedDay }: HealthRow, day: string): Write =>
  countedDay === day
    ? updateRow(healthKey(connectionId), { add: { newContacts: 1 } }, { day })
    : updateRow(
        healthKey(connectionId),
        { set: { day, newContacts: 1 } },
        { day: countedDay ?? { exists: false } },
      )
