import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useLastText } from '../../messages/preview-words.ts'
import type { LiveEvent } from '../../realtime/frame.ts'
import { useUser } from '../../session/use-session.ts'
import { type ActingTab, joinActingTabs } from '../../ui/acting-tab.ts'
import { placeOf } from '../bell/notice-place.ts'
import { noticeWords } from '../bell/notice-words.ts'
import { noticeSettingsQuery } from '../queries.ts'
import { readAlertOptions } from './alert-options.ts'
import { alertTitle } from './alert-title.ts'
import { type Alert, AlertWatch } from './alert-watch.ts'
import { onNotificationClick, showNotification } from './show-notification.ts'
import { enableSounds, playSound } from './sounds.ts'

/**
 * Tells the user of live events by sounds and the browser's notifications, as this browser's options say.
 * @returns takes each live event
 */
export function useAlerts(): (event: LiveEvent) => void {
  const { t } = useTexts()
  const { id: userId } = useUser()
  const router = useRouter()
  const client = useQueryClient()
  const lastText = useLastText()
  const watch = useRef(new AlertWatch(userId))
  const tab = useRef<ActingTab>(undefined)
  useEffect(() => {
    watch.current = new AlertWatch(userId)
    const joined = joinActingTabs('recado.sounding-tab')
    tab.current = joined
    return joined.leave
  }, [userId])
  useEffect(enableSounds, [])

  const notify = useCallback(
    ({ kind, ticket, chat, notice }: Alert, hidesText: boolean) => {
      const title = alertTitle({ kind, ticket, chat }, hidesText, t)
      const told = notice?.about ? noticeWords({ ...notice, values: {} }, t) : ''
      const words = ticket ? lastText(ticket) : (chat?.text ?? told)
      const body = hidesText ? '' : words
      const place = placeOfAlert({ ticket, chat, notice })
      return showNotification(
        {
          title,
          body,
          tag: ticket?.uuid ?? chat?.chatId ?? kind,
          path: place && router.buildLocation(place).href,
        },
        () => place && router.navigate(place),
      )
    },
    [t, router, lastText],
  )
  useEffect(() => onNotificationClick((path) => router.history.push(path)), [router])
  return useCallback(
    (event) => {
      const alert = watch.current.alertOf(event)
      if (!alert || isLookedAt(alert) || !tab.current?.isActing()) return
      const { sounds, notifications, hidesText } = readAlertOptions()
      if (sounds[alert.kind]) playSound(alert.kind)
      const isAllowed = notifications && 'Notification' in window && Notification.permission === 'granted'
      if (!isAllowed || document.visibilityState !== 'hidden') return
      void isWanted(client, alert).then((wants) => (wants ? notify(alert, hidesText) : undefined))
    },
    [notify, client],
  )
}

/** The page that an alert is about. */
function placeOfAlert({ ticket, chat, notice }: Pick<Alert, 'ticket' | 'chat' | 'notice'>) {
  if (ticket) return { to: '/tickets/$uuid', params: { uuid: ticket.uuid }, search: {} } as const
  if (chat) return { to: '/chats/$chatId', params: { chatId: chat.chatId }, search: {} } as const
  return notice && placeOf(notice)
}

/** Whether the user wants notices of this kind in the browser. A choice that cannot be fetched counts as yes. */
async function isWanted(client: QueryClient, { notice }: Alert): Promise<boolean> {
  if (!notice) return true
  const settings = await client.fetchQuery(noticeSettingsQuery).catch(() => undefined)
  return settings?.channels[notice.kind].browser ?? true
}

/** Whether the user has the ticket, or the conversation, in front of them. */
function isLookedAt({ ticket, chat }: Alert): boolean {
  const place = ticket?.uuid ?? chat?.chatId
  return place !== undefined && document.hasFocus() && location.pathname.endsWith(`/${place}`)
}
