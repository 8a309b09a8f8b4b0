import { Entity } from '../../table/entity.ts'
import { type All, partition } from '../../table/table.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { UNTOUCHED } from './new-ticket.ts'

export const TICKETS = partition<StoredTicket>('TICKETS')

/** Defaults of attributes that the first tickets lack. Their messages count as read and answered. */
const ADDED_SINCE = { ...UNTOUCHED, protocol: '', isGroup: false, origin: 'campaign', group: null }

export const tickets = new Entity<StoredTicket>({
  name: 'tickets',
  migrations: [
    { id: '1-customer-service', upgrade: (row) => ({ ...ADDED_SINCE, lastAt: row.updatedAt, ...row }) },
    // Tickets that were opened again before this was kept count as never opened again.
    { id: '2-reopened', upgrade: (row) => ({ reopenedAt: null, ...row }) },
  ],
  partitions: async () => [TICKETS],
})

/**
 * The condition that a ticket is still as it was read. The first tickets were stored without a revision; every change
 * since sets one, and a new time of change.
 */
export const asStored = ({ revision, updatedAt }: Pick<StoredTicket, 'revision' | 'updatedAt'>) =>
  revision > 0 ? { revision } : ({ pk: { exists: true }, updatedAt } satisfies All<StoredTicket>)
