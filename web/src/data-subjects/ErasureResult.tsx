import { Text } from '@mantine/core'
import type { Erasure } from '@recado/shared/data-subjects/erasure'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime } from '../ui/dates.ts'
import { useZone } from '../zone/use-zone.ts'

const KINDS = ['contacts', 'groups', 'recipients', 'messages', 'files', 'tickets', 'blocks'] as const

/** What was erased, and whether campaigns were allowed again. */
export function ErasureResult({ erasure: { erased, lifted } }: { erasure: Erasure }) {
  const { t } = useTexts()
  const zone = useZone()
  const counts = KINDS.flatMap((what) => {
    const count = erased[what]
    return count > 0 ? [t(`privacy.counts.${what}`, { count })] : []
  })
  const allowed = lifted && t('privacy.lift.done', { when: formatDateTime(lifted.at, zone), by: lifted.by })
  return [
    <Text key="counts" size="sm">
      {counts.length > 0 ? counts.join(', ') : t('privacy.counts.none')}
    </Text>,
    allowed && (
      <Text key="allowed" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {allowed}
      </Text>
    ),
  ]
}
