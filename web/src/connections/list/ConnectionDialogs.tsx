import { mayLink } from '@recado/shared/access'
import type { Connection } from '@recado/shared/connections/connection'
import { useCallback } from 'react'
import { useMay, useUser } from '../../session/use-session.ts'
import { ConnectionDialog } from '../form/ConnectionDialog.tsx'
import { LinkDialog } from '../link/LinkDialog.tsx'
import { OtherNumberDialog } from './OtherNumberDialog.tsx'
import type { ConnectionsSearch } from './search.ts'

interface ConnectionDialogsProps {
  connections: Connection[]
  search: ConnectionsSearch
  onSearch: (search: ConnectionsSearch) => void
  /** Called when a phone took the code of this connection. */
  onLinked: (whatsappId: string) => void
}

/** The dialog that the URL names, if the user may use it. */
export function ConnectionDialogs({ connections, search, onSearch, onLinked }: ConnectionDialogsProps) {
  const { dialog, id } = search
  const mayAdd = useMay('connections-page:addConnection')
  const mayChange = useMay('connections-page:editOrDeleteConnection')
  const mayConnect = useMay('connections-page:actionButtons')
  const canLink = mayLink(useUser())
  const close = useCallback(() => onSearch({}), [onSearch])
  const linked = useCallback(() => {
    onSearch({})
    if (id) onLinked(id)
  }, [onSearch, onLinked, id])
  const connection = connections.find((each) => each.id === id)

  if (dialog === 'new' && mayAdd) {
    return (
      <ConnectionDialog
        connection={undefined}
        isFirst={connections.length === 0}
        // The next step of a new connection is its QR code.
        onSaved={(saved) => onSearch({ dialog: 'qr', id: saved.id })}
        onClose={close}
      />
    )
  }
  if (dialog === 'edit' && mayChange && connection) {
    return (
      <ConnectionDialog
        key={connection.id}
        connection={connection}
        isFirst={false}
        onSaved={close}
        onClose={close}
      />
    )
  }
  if (dialog === 'number' && mayConnect && connection?.statusReason === 'OTHER_NUMBER') {
    return <OtherNumberDialog connection={connection} onClose={close} />
  }
  if ((dialog === 'qr' || dialog === 'code') && canLink && id) {
    return (
      <LinkDialog
        whatsappId={id}
        way={dialog}
        onWay={(way) => onSearch({ dialog: way, id })}
        onLinked={linked}
        onDecideNumber={() => onSearch({ dialog: 'number', id })}
        onClose={close}
      />
    )
  }
  return null
}
