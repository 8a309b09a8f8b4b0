import { Stack, Text } from '@mantine/core'
import type { Connection, ConnectionStatus as Status } from '@recado/shared/connections/connection'
import {
  IconCircleCheck,
  IconFingerprint,
  IconLoader2,
  IconPlugConnectedX,
  IconQrcode,
  IconWifiOff,
} from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useReason } from '../use-reason.ts'

const LOOKS: Record<Status, StatusLook> = {
  qrcode: { color: 'yellow', icon: IconQrcode },
  PAIRING: { color: 'orange', icon: IconWifiOff },
  TIMEOUT: { color: 'orange', icon: IconWifiOff },
  OPENING: { color: 'blue', icon: IconLoader2, spins: true },
  CONNECTED: { color: 'green', icon: IconCircleCheck },
  DISCONNECTED: { color: 'red', icon: IconPlugConnectedX },
  PASSKEY_REQUIRED: { color: 'orange', icon: IconFingerprint },
}

/** The status, its reason, and what to do next. */
export function ConnectionStatus({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const { status, statusReason } = connection
  const reason = useReason(connection)
  const mayAct = useMay('connections-page:actionButtons')
  const helpsItself = statusReason === 'NETWORK' || statusReason === 'OUTDATED_CLIENT'
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge
        look={LOOKS[status]}
        label={t(`connections.status.${status}`)}
        hint={t(`connections.hints.${status}`)}
      />
      {statusReason && (
        <Text size="xs" c="dimmed">
          {reason} {mayAct || helpsItself ? t(`connections.next.${statusReason}`) : t('connections.askAdmin')}
        </Text>
      )}
    </Stack>
  )
}
