import { banEnd, type Connection } from '@recado/shared/connections/connection'
import { useTexts } from '../i18n/use-texts.ts'
import { formatUntil } from '../ui/dates.ts'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'

/** Why a connection is not connected, in words, with the end of a temporary ban if it is known. */
export function useReason(
  connection: Pick<Connection, 'statusReason' | 'bannedUntil'> | undefined,
): string | undefined {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const { statusReason, bannedUntil } = connection ?? {}
  if (!statusReason) return undefined
  const isTimed = statusReason === 'TEMPORARILY_BANNED' && bannedUntil
  return isTimed
    ? t('connections.reasons.TEMPORARILY_BANNED-until', { time: formatUntil(bannedUntil, now, zone) })
    : t(`connections.reasons.${statusReason}`)
}

/** From when on a banned account may log in again, in words; undefined if it may. */
export function useBanEnd(connection: Pick<Connection, 'bannedUntil'>): string | undefined {
  const zone = useZone()
  const now = useNow()
  const end = banEnd(connection, now)
  return end && formatUntil(end, now, zone)
}
