import type { Campaign, WaitingFor } from '@recado/shared/campaigns/contract/campaign'
import { holdReason } from '@recado/shared/connections/health'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { useZone } from '../../zone/use-zone.ts'

/** Reasons with a known end. */
const TIMED = ['longer-pause', 'window', ...holdReason.options] as const satisfies readonly WaitingFor[]

/** Reasons that come and go within minutes while a campaign runs as it should. */
const PASSING: readonly WaitingFor[] = ['preparation', 'longer-pause', 'acknowledgements']

/** Whether a campaign's wait is part of a normal run, and asks for no action. */
export const isPassing = ({ pausedAt, waitingFor }: Pick<Campaign, 'pausedAt' | 'waitingFor'>): boolean =>
  !pausedAt && waitingFor !== null && PASSING.includes(waitingFor)

/**
 * Why a running campaign sends nothing at the moment, or one that has not begun cannot start, in words: paused, and by whom or what, or
 * waiting. undefined while it sends.
 */
export function useWaitingText({
  status,
  pausedAt,
  pauseReason,
  waitingFor,
  waitingUntil,
  fault,
}: Pick<Campaign, 'status' | 'pausedAt' | 'pauseReason' | 'waitingFor' | 'waitingUntil' | 'fault'>):
  | string
  | undefined {
  const { t } = useTexts()
  const zone = useZone()
  if (waitingFor === 'attachment') return t('campaigns.waiting.attachment')
  if (status !== 'EM_ANDAMENTO') return undefined
  if (pausedAt) {
    const since = formatUntil(pausedAt, serverNow(), zone)
    if (pauseReason === 'banned' && waitingUntil) {
      const until = formatUntil(waitingUntil, serverNow(), zone)
      return t('campaigns.paused.banned-until', { time: since, until })
    }
    return t(`campaigns.paused.${pauseReason ?? 'person'}`, { time: since })
  }
  if (!waitingFor) return undefined
  if (waitingFor === 'fault') return t('campaigns.waiting.fault', { reference: fault?.reference ?? '–' })
  const timed = TIMED.find((reason) => reason === waitingFor)
  if (timed && waitingUntil) {
    return t(`campaigns.waiting.${timed}-until`, { time: formatUntil(waitingUntil, serverNow(), zone) })
  }
  return t(`campaigns.waiting.${waitingFor}`)
}
