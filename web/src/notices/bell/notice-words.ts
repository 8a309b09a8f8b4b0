import type { Notice } from '@recado/shared/notices/notice'
import type { useTexts } from '../../i18n/use-texts.ts'

type Translate = ReturnType<typeof useTexts>['t']

/** A notice in one sentence. The customer is not named to users who may not see the ticket any more. */
export function noticeWords({ kind, values }: Pick<Notice, 'kind' | 'values'>, t: Translate): string {
  const userName = values.userName ?? t('notices.somebody')
  const name = values.name ?? t('notices.someTicket')
  switch (kind) {
    case 'mention':
      return t('notices.kinds.mention', { userName, name })
    case 'transfer':
      return t('notices.kinds.transfer', { userName, name })
    case 'ticket-taken':
      return t('notices.kinds.ticketTaken', { userName, name })
    case 'offer':
      return t('notices.kinds.offer', { name })
    case 'schedule-failed':
      return t('notices.kinds.scheduleFailed')
  }
}
