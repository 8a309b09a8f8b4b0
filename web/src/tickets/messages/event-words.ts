import type { TicketEvent } from '@recado/shared/messages/content'
import type { useTexts } from '../../i18n/use-texts.ts'

type Translate = ReturnType<typeof useTexts>['t']

/**
 * What happened to a ticket in one sentence.
 * @param until when a snooze ends, in words
 */
export function eventWords(
  { kind, by, queue, user, reason }: TicketEvent,
  until: string,
  t: Translate,
): string {
  const names = { by: by?.name ?? '', queue: queue?.name ?? '', user: user?.name ?? '', until }
  switch (kind) {
    case 'transferred':
      if (user && queue) return t('tickets.events.transferredToBoth', names)
      return user
        ? t('tickets.events.transferredToUser', names)
        : t('tickets.events.transferredToQueue', names)
    case 'closed':
      if (by) return t('tickets.events.closed', names)
      if (reason === 'idle') return t('tickets.events.closedIdle')
      return reason === 'connection'
        ? t('tickets.events.closedConnection')
        : t('tickets.events.closedByItself')
    case 'reopened':
      return by ? t('tickets.events.reopened', names) : t('tickets.events.reopenedByCustomer')
    case 'returned':
      return by ? t('tickets.events.returned', names) : t('tickets.events.returnedByItself')
    case 'queued':
      return queue ? t('tickets.events.queued', names) : t('tickets.events.queuedNowhere')
    case 'woken':
      return by ? t('tickets.events.woken', names) : t('tickets.events.wokenByItself')
    case 'merged':
      return t('tickets.events.merged')
    case 'accepted':
    case 'takenOver':
    case 'snoozed':
    case 'tagged':
      return t(`tickets.events.${kind}`, names)
  }
}
