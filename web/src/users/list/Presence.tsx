import { Stack, Text } from '@mantine/core'
import type { ShownUser } from '@recado/shared/users/user'
import { IconCircle, IconCircleFilled } from '@tabler/icons-react'
import { LOCALES } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime, formatRelative } from '../../ui/dates.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'

const LOOKS: Record<'online' | 'offline', StatusLook> = {
  online: { color: 'green', icon: IconCircleFilled },
  offline: { color: 'gray', icon: IconCircle },
}

/** Whether a user is online, and when they were last. */
export function Presence({ user: { online, lastSeenAt } }: { user: ShownUser }) {
  const { t, language } = useTexts()
  const zone = useZone()
  const now = useNow()
  const state = online ? 'online' : 'offline'
  const never = t('users.presence.never')
  const hint = lastSeenAt ? t('users.presence.lastSeen', { time: formatDateTime(lastSeenAt, zone) }) : never
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge look={LOOKS[state]} label={t(`users.presence.${state}`)} hint={hint} />
      {!online && (
        <Text size="xs" c="dimmed">
          {lastSeenAt ? formatRelative(lastSeenAt, now, LOCALES[language]) : never}
        </Text>
      )}
    </Stack>
  )
}
