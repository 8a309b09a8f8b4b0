import { Text } from '@mantine/core'
import type { Precheck } from '@recado/shared/campaigns/precheck'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../use-zone.ts'

/** Sooner than this is now, in milliseconds. */
const NOW_MS = 60_000

/** From when to about when, as far as it can be told. */
export function ExpectedTimes({ precheck }: { precheck: Precheck }) {
  const { t } = useTexts()
  const zone = useZone()
  const { expectedStartAt: start, expectedEndAt: end, sendable } = precheck
  if (sendable === 0) return null
  const isNow = start !== null && Date.parse(start) - Date.now() < NOW_MS
  const parts = [
    start && !isNow && t('campaigns.start.from', { time: formatDateTime(start, zone) }),
    end ? t('campaigns.start.end', { time: formatDateTime(end, zone) }) : t('campaigns.start.noEnd'),
  ]
  return <Text>{parts.filter(Boolean).join(' ')}</Text>
}
