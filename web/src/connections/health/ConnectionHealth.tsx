import { Group, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNow } from '../../ui/use-now.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { HealthDetails } from './HealthDetails.tsx'
import classes from './health.module.css'
import { type HealthLevel, healthLevelOf } from './level.ts'
import { useHold } from './use-hold.ts'

/** A connection's health in short: a meter with words, and today's first contacts. The rest is behind a button. */
export function ConnectionHealth({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const format = useNumbers()
  const now = useNow()
  const { health, status } = connection
  const hold = useHold(health)
  const { used, limit } = health.newContacts
  const level = status === 'CONNECTED' ? healthLevelOf(health, now) : undefined
  return (
    <Stack gap={2}>
      <Group gap={6} wrap="nowrap" mih={24}>
        {level && <Meter level={level} />}
        <Text size="sm">
          {hold?.short ?? t(level ? `connections.health.level.${level}` : 'connections.health.unknown')}
        </Text>
        <HealthDetails connection={connection} />
      </Group>
      {limit !== null && (
        <Text size="xs" c="dimmed">
          {t('connections.health.usedToday', { used: format(used), limit: format(limit) })}
        </Text>
      )}
    </Stack>
  )
}

/** Three steps, as a phone shows its signal. The words beside it say the same. */
const Meter = ({ level }: { level: HealthLevel }) => (
  <span className={classes.meter} data-level={level} aria-hidden>
    {[1, 2, 3].map((step) => (
      <span key={step} className={classes.step} data-on={step <= level || undefined} />
    ))}
  </span>
)
