import type { ConnectionHealth } from '@recado/shared/connections/health'
import { useZone } from '../../campaigns/use-zone.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'

/** Until when first messages are held, and why, in words; undefined while nothing is. */
export function useHold({ heldFor, heldUntil }: ConnectionHealth) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  if (!heldFor || !heldUntil || Date.parse(heldUntil) <= now) return undefined
  const time = formatUntil(heldUntil, now, zone)
  return {
    short: t('connections.health.held', { time }),
    text: t(`connections.health.hold.${heldFor}`, { time }),
  }
}
