import { Group, Progress, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { IconClockPause } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { TimeAgo } from '../../zone/TimeAgo.tsx'
import { HealthDetails } from './HealthDetails.tsx'
import { useHold } from './use-hold.ts'

const HELD: StatusLook = { color: 'orange', icon: IconClockPause }

/** A connection's health in short: holds, today's first contacts, the last traffic. The rest is behind a button. */
export function ConnectionHealth({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const hold = useHold(connection.health)
  const { lastTrafficAt, newContacts } = connection.health
  return (
    <Stack gap={4} align="flex-start">
      {hold && <StatusBadge look={HELD} label={hold.short} hint={hold.text} />}
      {newContacts.limit !== null && <Today used={newContacts.used} limit={newContacts.limit} />}
      <Group gap={4} wrap="nowrap">
        {lastTrafficAt ? (
          <TimeAgo instant={lastTrafficAt} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('connections.health.noTraffic')}
          </Text>
        )}
        <HealthDetails connection={connection} />
      </Group>
    </Stack>
  )
}

/** Today's first contacts as a small bar. */
function Today({ used, limit }: { used: number; limit: number }) {
  const { t } = useTexts()
  const format = useNumbers()
  const text = t('connections.health.usedToday', { used: format(used), limit: format(limit) })
  return (
    <Stack gap={2} w="100%" maw={160}>
      <Text size="xs">{text}</Text>
      <Progress
        value={Math.min(100, (used / limit) * 100)}
        color={used >= limit ? 'orange' : 'green'}
        size="sm"
        aria-label={text}
      />
    </Stack>
  )
}
