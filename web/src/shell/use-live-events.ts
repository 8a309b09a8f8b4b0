import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
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
import { deskReportKeys } from '../desk-report/keys.ts'
import { applyDeskReportEvent } from '../desk-report/realtime.ts'
import { announceSync } from '../extractors/announce-sync.tsx'
import { applyExtractorEvent } from '../extractors/realtime.ts'
import { hasOtherTexts, loadOtherTexts } from '../i18n/index.ts'
import { announceImport } from '../imports/announce-import.tsx'
import { applyImportEvent } from '../imports/realtime.ts'
import { applyIntegrationEvent } from '../integration/realtime.ts'
import { useAlerts } from '../notices/alerts/use-alerts.ts'
import { applyNoticeEvent } from '../notices/realtime.ts'
import { applyQuickReplyEvent } from '../quick-replies/realtime.ts'
import { askInstead } from '../realtime/ask-instead.ts'
import { eventOf, type LiveEvent } from '../realtime/frame.ts'
import { setLive } from '../realtime/live-status.ts'
import { watchOvertaken } from '../realtime/overtaken.ts'
import { openSocket } from '../realtime/socket.ts'
import { applyScheduleEvent } from '../schedules/realtime.ts'
import { applySessionEvent } from '../session/realtime.ts'
import { applyTagEvent } from '../tags/realtime.ts'
import { applyTicketQueueEvent } from '../ticket-queues/realtime.ts'
import { ticketKeys } from '../tickets/keys.ts'
import { applyTicketEvent } from '../tickets/realtime.ts'
import { userKeys } from '../users/keys.ts'
import { applyUserEvent } from '../users/realtime.ts'

const APPLY: ((client: QueryClient, event: LiveEvent) => void)[] = [
  applyConnectionEvent,
  applyTicketQueueEvent,
  applyTicketEvent,
  applyTagEvent,
  applyQuickReplyEvent,
  applyScheduleEvent,
  applyNoticeEvent,
  applyChatEvent,
  announceCheck,
  applyContactListEvent,
  applyContactBlockEvent,
  applyContactEvent,
  applyExtractorEvent,
  announceSync,
  applyImportEvent,
  announceImport,
  applyCampaignEvent,
  applyDashboardEvent,
  applyDeskReportEvent,
  applyErasureEvent,
  applyAnnouncementEvent,
  applyIntegrationEvent,
  applyUserEvent,
  applyCompanyEvent,
  applySessionEvent,
]

/** The data that tells who is online. Presence comes whenever a colleague opens a page, and changes nothing else. */
const ONLINE = [userKeys.lists, ticketKeys.attendants, deskReportKeys.all]

/**
 * Keeps the live socket open while a user is signed in, and passes events to the domains, which update the query
 * cache. Where the network blocks the socket, pages are asked again instead.
 */
export function useLiveEvents(companyId: string): void {
  const client = useQueryClient()
  const alertOf = useAlerts()
  const alert = useEffectEvent(alertOf)
  useEffect(() => {
    const overtaken = watchOvertaken(client)
    const polling = askInstead(client)
    const close = openSocket({
      onFrame: (text) => {
        const event = eventOf(text, companyId)
        if (!event) return
        const applyAll = () => {
          for (const apply of APPLY) apply(client, event)
          alert(event)
          overtaken.eventCame(event.action === 'presence' ? ONLINE : undefined)
        }
        // Some events are told in words. Frames wait in their order for the texts, and are applied without them too.
        if (hasOtherTexts()) applyAll()
        else void loadOtherTexts().then(applyAll, applyAll)
      },
      // Data that was fetched before events arrived may have changed since, on the first opening too.
      onHearing: () => {
        polling.stop()
        setLive(true)
        overtaken.hearingBegan()
      },
      onDeaf: () => setLive(false),
      onBlocked: polling.start,
    })
    return () => {
      close()
      polling.stop()
      overtaken.stop()
      setLive(false)
    }
  }, [client, companyId])
}
