import type { Connection } from '@recado/shared/connections/connection'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { toastInfo, toastSuccess } from '../ui/toast.ts'

/** After a QR code was read: says that it was, and then that the connection stands. */
export function useLinkingToasts(connections: Connection[]): (id: string) => void {
  const { t } = useTexts()
  const [linkingId, setLinkingId] = useState<string>()
  const linking = connections.find(({ id }) => id === linkingId)

  useEffect(() => {
    if (!linking) return
    if (linking.status === 'CONNECTED') {
      toastSuccess(t('connections.qr.connected', { name: linking.name }), `connected-${linking.id}`)
      setLinkingId(undefined)
    }
    if (linking.status === 'DISCONNECTED') setLinkingId(undefined)
  }, [linking, t])

  return useCallback(
    (id: string) => {
      toastInfo(t('connections.qr.scanned'), `scanned-${id}`)
      setLinkingId(id)
    },
    [t],
  )
}
