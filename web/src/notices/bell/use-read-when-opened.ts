import { useDocumentVisibility } from '@mantine/hooks'
import type { Notice } from '@recado/shared/notices/notice'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useReadNotices } from '../queries.ts'

/** Marks notices about the open ticket as read while the browser's tab is visible: the user sees the ticket itself. */
export function useReadWhenOpened(notices: readonly Notice[]): void {
  const { uuid } = useParams({ strict: false })
  const { mutate } = useReadNotices()
  const isVisible = useDocumentVisibility() === 'visible'
  // A text, because the list of ids is a new one with each render.
  const unread = isVisible && uuid ? unreadAbout(notices, uuid).join(' ') : ''
  useEffect(() => {
    if (unread) mutate(unread.split(' '))
  }, [unread, mutate])
}

/** The ids of the unread notices that lead to a ticket. A failed schedule leads to the list of schedules. */
const unreadAbout = (notices: readonly Notice[], uuid: string): string[] =>
  notices
    .filter(({ ticketUuid, readAt, kind }) => ticketUuid === uuid && !readAt && kind !== 'schedule-failed')
    .map(({ id }) => id)
