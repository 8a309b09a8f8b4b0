import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { applyAnnouncementEvent } from '../announcements/realtime.ts'
import { applyCampaignEvent } from '../campaigns/realtime.ts'
import { applyChatEvent } from '../chats/realtime.ts'
import { applyCompanyEvent } from '../companies/realtime.ts'
import { applyConnectionEvent } from '../connections/realtime.ts'
import { applyContactBlockEvent } from '../contact-blocks/realtime.ts'
import { announceCheck } from '../contact-lists/check/announce-check.tsx'
import { applyContactListEvent } from '../contact-lists/realtime.ts'
import { applyContactEvent } from '../contacts/realtime.ts'
import { applyDashboardEvent } from '../dashboard/realtime.ts'
import { applyErasureEvent } from '../data-subjects/realtime.ts'
import { applyDeskReportEvent } from '../desk-report/realtime.ts'
import { announceSync } from '../extractors/announce-sync.tsx'
import { applyExtractorEvent } from '../extractors/realtime.ts'
import { announceImport } from '../imports/announce-import.tsx'
import { applyImportEvent } from '../imports/realtime.ts'
import { applyIntegrationEvent } from '../integration/realtime.ts'
import { applyNoticeEvent } from '../notices/realtime.ts'
import { applyQuickReplyEvent } from '../quick-replies/realtime.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import type { ApplyEvent } from '../realtime/overtaken.ts'
import { applyScheduleEvent } from '../schedules/realtime.ts'
import { applySessionEvent } from '../session/realtime.ts'
import { applyTagEvent } from '../tags/realtime.ts'
import { applyTicketQueueEvent } from '../ticket-queues/realtime.ts'
import { applyTicketEvent } from '../tickets/realtime.ts'
import { applyUserEvent } from '../users/realtime.ts'

const APPLY: ApplyEvent[] = [
  applyConnectionEvent,
  applyTicketQueueEvent,
  applyTicketEvent,
  applyTagEvent,
  applyQuickReplyEvent,
  applyScheduleEvent,
  applyNoticeEvent,
  applyChatEvent,
  applyContactListEvent,
  applyContactBlockEvent,
  applyContactEvent,
  applyExtractorEvent,
  applyImportEvent,
  applyCampaignEvent,
  applyErasureEvent,
  applyAnnouncementEvent,
  applyIntegrationEvent,
  applyUserEvent,
  applyCompanyEvent,
]

/** These change no cached data at once: they show toasts, end the session, or fetch figures again some seconds later. */
const FOLLOW: ((client: QueryClient, event: LiveEvent) => void)[] = [
  announceSync,
  announceImport,
  applyDashboardEvent,
  applyDeskReportEvent,
  applySessionEvent,
]

/**
 * Applies a live event in every domain.
 * @returns beginnings of the keys of the data that it may have changed
 */
export function applyEvent(client: QueryClient, event: LiveEvent): QueryKey[] {
  // It compares the event with the cached list.
  announceCheck(client, event)
  const changed = APPLY.flatMap((apply) => apply(client, event))
  for (const follow of FOLLOW) follow(client, event)
  return changed
}
