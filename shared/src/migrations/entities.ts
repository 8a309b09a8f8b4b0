import { campaignLists } from '../campaigns/store/campaign-lists.ts'
import { campaigns } from '../campaigns/store/campaigns.ts'
import { connections } from '../connections/store.ts'
import type { Entity } from '../table/entity.ts'
import type { Listed, Lists } from '../table/list-rows.ts'
import { tags } from '../tags/store.ts'
import { ticketQueues } from '../ticket-queues/store.ts'
import { tickets } from '../tickets/store/ticket-entity.ts'
import { ticketLists } from '../tickets/store/ticket-lists.ts'

/** Every entity whose shape has ever changed. */
export const ENTITIES: readonly Pick<
  Entity<object>,
  'name' | 'version' | 'behind' | 'upgraded' | 'partitions'
>[] = [connections, campaigns, tickets, ticketQueues, tags]

/** Everything that has rows in lists. */
export const LISTS: readonly Lists<Listed>[] = [campaignLists, ticketLists]
