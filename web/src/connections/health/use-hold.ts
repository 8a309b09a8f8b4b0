import type { ConnectionHealth } from '@recado/shared/connections/health'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'

/** Until when and why first messages are held, in words; undefined without a hold. */
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
