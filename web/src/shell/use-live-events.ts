import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { hasTexts, loadTexts } from '../i18n/index.ts'
import { useAlerts } from '../notices/alerts/use-alerts.ts'
import { askInstead } from '../realtime/ask-instead.ts'
import { eventOf } from '../realtime/frame.ts'
import { setLive } from '../realtime/live-status.ts'
import { watchOvertaken } from '../realtime/overtaken.ts'
import { openSocket } from '../realtime/socket.ts'
import { applyEvent } from './apply-event.ts'

/**
 * Keeps the live socket open while a user is signed in, and passes events to the domains, which update the query
 * cache. Where the network blocks the socket, pages are asked again instead.
 */
export function useLiveEvents(companyId: string): void {
  const client = useQueryClient()
  const alertOf = useAlerts()
  const alert = useEffectEvent(alertOf)
  useEffect(() => {
    const overtaken = watchOvertaken(client, Math.random)
    const polling = askInstead(client)
    const close = openSocket({
      onFrame: (text) => {
        const event = eventOf(text, companyId)
        if (!event) return
        const applyAll = () => {
          const changed = applyEvent(client, event)
          alert(event)
          overtaken.eventCame(changed)
        }
        // Some events are told in words. Frames wait in their order for the texts, and are applied without them too.
        if (hasTexts('other')) applyAll()
        else void loadTexts('other').then(applyAll, applyAll)
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
