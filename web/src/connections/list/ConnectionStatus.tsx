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
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { hintedStatus } from './hinted-status.ts'

export const CONNECTION_LOOKS: Record<Status, StatusLook> = {
  qrcode: { color: 'yellow', icon: IconQrcode },
  PAIRING: { color: 'orange', icon: IconWifiOff },
  TIMEOUT: { color: 'orange', icon: IconWifiOff },
  OPENING: { color: 'blue', icon: IconLoader2, spins: true },
  CONNECTED: { color: 'green', icon: IconCircleCheck },
  DISCONNECTED: { color: 'red', icon: IconPlugConnectedX },
  PASSKEY_REQUIRED: { color: 'orange', icon: IconFingerprint },
}

export function ConnectionStatus({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  return (
    <StatusBadge
      look={CONNECTION_LOOKS[connection.status]}
      label={t(`connections.status.${connection.status}`)}
      hint={t(`connections.hints.${hintedStatus(connection)}`)}
    />
  )
}
