import type { ShownUser } from '@recado/shared/users/user'
import { IconCircle, IconCircleFilled } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useZone } from '../../zone/use-zone.ts'

const LOOKS: Record<'online' | 'offline', StatusLook> = {
  online: { color: 'green', icon: IconCircleFilled },
  offline: { color: 'gray', icon: IconCircle },
}

/** Whether a user is online, and when they were last. */
export function Presence({ user: { online, lastSeenAt } }: { user: ShownUser }) {
  const { t } = useTexts()
  const zone = useZone()
  const state = online ? 'online' : 'offline'
  const hint = lastSeenAt
    ? t('users.presence.lastSeen', { time: formatDateTime(lastSeenAt, zone) })
    : t('users.presence.never')
  return <StatusBadge look={LOOKS[state]} label={t(`users.presence.${state}`)} hint={hint} />
}
