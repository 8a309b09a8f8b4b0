import type { Campaign } from '@recado/shared/campaigns/campaign'
import { useTexts } from '../i18n/use-texts.ts'
import { formatTime } from '../ui/dates.ts'
import { useZone } from './use-zone.ts'

/** Why a running campaign sends nothing at this moment, in words; undefined while it sends. */
export function useWaitingText({
  status,
  waitingFor,
  waitingUntil,
}: Pick<Campaign, 'status' | 'waitingFor' | 'waitingUntil'>): string | undefined {
  const { t } = useTexts()
  const zone = useZone()
  if (status !== 'EM_ANDAMENTO' || !waitingFor) return undefined
  if (waitingFor === 'longer-pause' && waitingUntil) {
    return t('campaigns.waiting.longer-pause-until', { time: formatTime(waitingUntil, zone) })
  }
  return t(`campaigns.waiting.${waitingFor}`)
}
