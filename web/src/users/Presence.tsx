import type { ShownUser } from '@recado/shared/users/user'
import { IconCircle, IconCircleFilled } from '@tabler/icons-react'
import { useZone } from '../campaigns/use-zone.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime } from '../ui/dates.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const LOOKS: Record<'online' | 'offline', StatusLook> = {
  online: { color: 'green', icon: IconCircleFilled },
  offline: { color: 'gray', icon: IconCircle },
}

/** Whether somebody is there at the moment, and when they last were. */
export function Presence({ user: { online, lastSeenAt } }: { user: ShownUser }) {
  const { t } = useTexts()
  const zone = useZone()
  const state = online ? 'online' : 'offline'
  const hint = lastSeenAt
    ? t('users.presence.lastSeen', { time: formatDateTime(lastSeenAt, zone) })
    : t('users.presence.never')
  return <StatusBadge look={LOOKS[state]} label={t(`users.presence.${state}`)} hint={hint} />
}
