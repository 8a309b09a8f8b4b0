import { Text } from '@mantine/core'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { useZone } from '../../zone/use-zone.ts'

/** A start within this time is shown as now (ms). */
const NOW_MS = 60_000

/** The expected start and end, if they are known. */
export function ExpectedTimes({ precheck }: { precheck: Precheck }) {
  const { t } = useTexts()
  const zone = useZone()
  const { expectedStartAt: start, expectedEndAt: end, sendable } = precheck
  if (sendable === 0) return null
  const isNow = start !== null && Date.parse(start) - serverNow() < NOW_MS
  const parts = [
    start && !isNow && t('campaigns.start.from', { time: formatDateTime(start, zone) }),
    end ? t('campaigns.start.end', { time: formatDateTime(end, zone) }) : t('campaigns.start.noEnd'),
  ]
  return <Text>{parts.filter(Boolean).join(' ')}</Text>
}
