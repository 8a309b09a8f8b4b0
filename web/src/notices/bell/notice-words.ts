import type { PauseReason } from '@recado/shared/campaigns/contract/campaign'
import { statusReason } from '@recado/shared/connections/connection'
import { NO_RECIPIENTS, type Notice, type NoticeAbout } from '@recado/shared/notices/notice'
import type { TextKey } from '../../i18n/index.ts'
import type { useTexts } from '../../i18n/use-texts.ts'
import { ticketTitle } from '../../tickets/ticket-title.ts'
import { formatDate } from '../../ui/dates.ts'

type Translate = ReturnType<typeof useTexts>['t']

/** A notice in a sentence or two. The customer is not named to users who may not see the ticket any more. */
export function noticeWords(
  { kind, values, about }: Pick<Notice, 'kind' | 'values' | 'about'>,
  t: Translate,
): string {
  const userName = values.userName ?? t('notices.somebody')
  const name = values.name ? ticketTitle(values.name) : t('notices.someTicket')
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
    default:
      return about ? wordsAbout(kind, about, t) : ''
  }
}

type KindAbout = Exclude<
  Notice['kind'],
  'mention' | 'transfer' | 'ticket-taken' | 'offer' | 'schedule-failed'
>

function wordsAbout(kind: KindAbout, about: NoticeAbout, t: Translate): string {
  const { name = '', done = 0, failed = 0 } = about
  switch (kind) {
    case 'connection-down':
      return t('notices.kinds.connectionDown', { name, reason: connectionReason(about, t) })
    case 'campaign-ended':
      return about.reason === NO_RECIPIENTS
        ? t('notices.kinds.campaignEmpty', { name })
        : t('notices.kinds.campaignEnded', { name, done, failed })
    case 'campaign-waiting':
      return t('notices.kinds.campaignWaiting', { name, reason: waitingReason(about, t) })
    case 'campaign-failing':
      return t('notices.kinds.campaignFailing', { name, done, failed })
    case 'import-ended':
      if (about.reason !== 'DONE') return t('notices.kinds.importFailed')
      return name
        ? t('notices.kinds.importedInto', { name, done, failed })
        : t('notices.kinds.imported', { done, failed })
    case 'plan':
      return planWords(about, t)
  }
}

const connectionReason = ({ reason, until }: NoticeAbout, t: Translate): string => {
  if (until) return t('notices.suspendedUntil', { until })
  const known = statusReason.safeParse(reason)
  return known.success ? t(`connections.reasons.${known.data}`) : ''
}

const PAUSES: Readonly<Record<string, TextKey | undefined>> = {
  'logged-out': 'notices.waiting.loggedOut',
  banned: 'notices.waiting.banned',
  media: 'notices.waiting.media',
  refusals: 'notices.waiting.refusals',
  undelivered: 'notices.waiting.undelivered',
} satisfies Record<Exclude<PauseReason, 'person'>, TextKey>

const waitingReason = ({ reason, until }: NoticeAbout, t: Translate): string =>
  until ? t('notices.suspendedUntil', { until }) : t(PAUSES[reason ?? ''] ?? 'notices.waiting.fault')

function planWords({ reason, done = 0, limit = 0, date }: NoticeAbout, t: Translate): string {
  const day = date ? formatDate(date) : ''
  switch (reason) {
    case 'due':
      return t('notices.plan.due', { date: day })
    case 'overdue':
      return t('notices.plan.overdue', { date: day })
    case 'users':
      return t('notices.plan.users', { done, count: limit })
    case 'connections':
      return t('notices.plan.connections', { done, count: limit })
    default:
      return t('notices.plan.queues', { done, count: limit })
  }
}
