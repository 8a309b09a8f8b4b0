import { Button, List, Text } from '@mantine/core'
import type { StopTrace } from '@recado/shared/campaigns/contract/sending-stop'
import { firstOf } from '@recado/shared/first-of'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'

const SHOWN = 5

/** Who used the switch, when and why; newest first. */
export function StopHistory({ history }: { history: StopTrace[] }) {
  const { t } = useTexts()
  const zone = useZone()
  const [showsAll, setShowsAll] = useState(false)
  if (history.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('sending.history')}
      </Text>
      <List size="sm" spacing={4} styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
        {firstOf(history, showsAll ? history.length : SHOWN).map(({ action, at, by, reason }) => (
          <List.Item key={at}>
            {t(`sending.trace.${action}`, { name: by.name, time: formatDateTime(at, zone), reason })}
          </List.Item>
        ))}
      </List>
      {!showsAll && history.length > SHOWN && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
          {t('sending.wholeHistory')}
        </Button>
      )}
    </div>
  )
}
