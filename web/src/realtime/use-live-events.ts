import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applyAnnouncementEvent } from '../announcements/realtime.ts'
import { applyCampaignEvent } from '../campaigns/realtime.ts'
import { applyCompanyEvent } from '../companies/realtime.ts'
import { applyConnectionEvent } from '../connections/realtime.ts'
import { applyContactBlockEvent } from '../contact-blocks/realtime.ts'
import { announceCheck } from '../contact-lists/check/announce-check.tsx'
import { applyContactListEvent } from '../contact-lists/realtime.ts'
import { applyDashboardEvent } from '../dashboard/realtime.ts'
import { applyErasureEvent } from '../data-subjects/realtime.ts'
import { announceSync } from '../extractors/announce-sync.tsx'
import { applyExtractorEvent } from '../extractors/realtime.ts'
import { announceImport } from '../imports/announce-import.tsx'
import { applyImportEvent } from '../imports/realtime.ts'
import { applyIntegrationEvent } from '../integration/realtime.ts'
import { applySessionEvent } from '../session/realtime.ts'
import { applyTicketQueueEvent } from '../ticket-queues/realtime.ts'
import { applyUserEvent } from '../users/realtime.ts'
import { eventOf, type LiveEvent } from './frame.ts'
import { setLive } from './live-status.ts'
import { watchOvertaken } from './overtaken.ts'
import { openSocket } from './socket.ts'

const APPLY: ((client: QueryClient, event: LiveEvent) => void)[] = [
  applyConnectionEvent,
  applyTicketQueueEvent,
  announceCheck,
  applyContactListEvent,
  applyContactBlockEvent,
  applyExtractorEvent,
  announceSync,
  applyImportEvent,
  announceImport,
  applyCampaignEvent,
  applyDashboardEvent,
  applyErasureEvent,
  applyAnnouncementEvent,
  applyIntegrationEvent,
  applyUserEvent,
  applyCompanyEvent,
  applySessionEvent,
]

/** Holds the live socket while somebody is signed in, and lets each domain put its events into the cache. */
export function useLiveEvents(companyId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const overtaken = watchOvertaken(client)
    const close = openSocket({
      onFrame: (text) => {
        const event = eventOf(text, companyId)
        if (!event) return
        for (const apply of APPLY) apply(client, event)
        overtaken.eventCame()
      },
      // What the page asked for before events arrived may have changed in between, on the first opening too.
      onHearing: () => {
        setLive(true)
        client.invalidateQueries()
      },
      onDeaf: () => setLive(false),
    })
    return () => {
      close()
      overtaken.stop()
      setLive(false)
    }
  }, [client, companyId])
}
