import type { ConnectionStatus as Status } from '@recado/shared/connections/connection'
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

export const CONNECTION_LOOKS: Record<Status, StatusLook> = {
  qrcode: { color: 'yellow', icon: IconQrcode },
  PAIRING: { color: 'orange', icon: IconWifiOff },
  TIMEOUT: { color: 'orange', icon: IconWifiOff },
  OPENING: { color: 'blue', icon: IconLoader2, spins: true },
  CONNECTED: { color: 'green', icon: IconCircleCheck },
  DISCONNECTED: { color: 'red', icon: IconPlugConnectedX },
  PASSKEY_REQUIRED: { color: 'orange', icon: IconFingerprint },
}

export function ConnectionStatus({ status }: { status: Status }) {
  const { t } = useTexts()
  return (
    <StatusBadge
      look={CONNECTION_LOOKS[status]}
      label={t(`connections.status.${status}`)}
      hint={t(`connections.hints.${status}`)}
    />
  )
}
