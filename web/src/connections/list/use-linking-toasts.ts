import type { Connection } from '@recado/shared/connections/connection'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastInfo, toastSuccess } from '../../ui/toast.ts'

/**
 * Shows a toast when a phone took the code, and another one when the connection is open. `onEnded` is called if
 * it fails.
 */
export function useLinkingToasts(
  connections: Connection[],
  onEnded: (connection: Connection) => void,
): (id: string) => void {
  const { t } = useTexts()
  const [linkingId, setLinkingId] = useState<string>()
  const linking = connections.find(({ id }) => id === linkingId)

  useEffect(() => {
    if (!linking) return
    if (linking.status === 'CONNECTED') {
      toastSuccess(t('connections.qr.connected', { name: linking.name }), `connected-${linking.id}`)
      setLinkingId(undefined)
    }
    if (linking.status === 'DISCONNECTED' || linking.status === 'PASSKEY_REQUIRED') {
      setLinkingId(undefined)
      onEnded(linking)
    }
  }, [linking, onEnded, t])

  return useCallback(
    (id: string) => {
      toastInfo(t('connections.link.linking'), `scanned-${id}`)
      setLinkingId(id)
    },
    [t],
  )
}
