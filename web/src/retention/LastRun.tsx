import { Text } from '@mantine/core'
import { RETAINED, type Removed, type RetentionState } from '@recado/shared/retention/retention'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime } from '../ui/dates.ts'
import { useZone } from '../zone/use-zone.ts'

/** The end of the last clean-up, and what it deleted. */
export function LastRun({ lastRun }: Pick<RetentionState, 'lastRun'>) {
  const { t } = useTexts()
  const zone = useZone()
  if (!lastRun) return <Text size="sm">{t('retention.noRun')}</Text>
  const when = formatDateTime(lastRun.finishedAt, zone)
  return (
    <Text size="sm">
      {t('retention.lastRun', { when })} <WhatWent removed={lastRun.removed} />
    </Text>
  )
}

function WhatWent({ removed }: { removed: Removed }) {
  const { t } = useTexts()
  const parts = RETAINED.flatMap((kind) => {
    const count = removed[kind]
    return count > 0 ? [t(`retention.removed.${kind}`, { count })] : []
  })
  return parts.length > 0 ? `${parts.join(', ')}.` : t('retention.removed.none')
}
