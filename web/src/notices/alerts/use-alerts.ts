import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { LiveEvent } from '../../realtime/frame.ts'
import { useUser } from '../../session/use-session.ts'
import { usePreviewText } from '../../tickets/list/preview-words.ts'
import { readAlertOptions } from './alert-options.ts'
import { type Alert, AlertWatch } from './alert-watch.ts'
import { joinSoundingTabs } from './sounding-tab.ts'
import { playSound } from './sounds.ts'

/**
 * Tells the user of live events by sounds and the browser's notifications, as this browser's options say.
 * @returns takes each live event
 */
export function useAlerts(): (event: LiveEvent) => void {
  const { t } = useTexts()
  const { id: userId } = useUser()
  const navigate = useNavigate()
  const previewText = usePreviewText()
  const watch = useRef(new AlertWatch(userId))
  const tab = useRef<ReturnType<typeof joinSoundingTabs>>(undefined)
  useEffect(() => {
    watch.current = new AlertWatch(userId)
    const joined = joinSoundingTabs()
    tab.current = joined
    return joined.leave
  }, [userId])

  const notify = useCallback(
    ({ kind, ticket }: Alert, hidesText: boolean) => {
      const title = ticket && !hidesText ? ticket.name : t(`notices.alerts.titles.${kind}`)
      const body = ticket && !hidesText ? previewText(ticket.preview) : ''
      const notification = new Notification(title, { body, tag: ticket?.uuid ?? kind })
      notification.onclick = () => {
        window.focus()
        notification.close()
        if (ticket) navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid }, search: {} })
      }
    },
    [t, navigate, previewText],
  )
  return useCallback(
    (event) => {
      const alert = watch.current.alertOf(event, Date.now())
      if (!alert || isLookedAt(alert) || !tab.current?.isSounding()) return
      const { sounds, notifications, hidesText } = readAlertOptions()
      if (sounds[alert.kind]) playSound(alert.kind)
      const isAllowed = notifications && 'Notification' in window && Notification.permission === 'granted'
      if (isAllowed && document.visibilityState === 'hidden') notify(alert, hidesText)
    },
    [notify],
  )
}

/** Whether the user has the ticket in front of them. */
const isLookedAt = ({ ticket }: Alert): boolean =>
  ticket !== undefined && document.hasFocus() && location.pathname.endsWith(`/${ticket.uuid}`)
