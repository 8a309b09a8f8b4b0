import type { Connection } from '@recado/shared/connections/connection'
import { IconPencil, IconPlugConnected, IconQrcode, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { MoreMenu, type MoreMenuItem } from '../../ui/MoreMenu.tsx'
import { useConnectionTest } from '../TestConnection.tsx'
import type { SessionActions } from './use-session-actions.ts'

interface ConnectionMenuProps {
  connection: Connection
  session: SessionActions
  onEdit: (id: string) => void
  onDelete: (connection: Connection) => void
}

const SIGNS = { retry: IconRefresh, newQr: IconQrcode }

/** The actions on a connection besides the main one. */
export function ConnectionMenu({ connection, session, onEdit, onDelete }: ConnectionMenuProps) {
  const { t } = useTexts()
  const { isTesting, test } = useConnectionTest()
  const mayConnect = useMay('connections-page:actionButtons')
  const mayChange = useMay('connections-page:editOrDeleteConnection')
  const { id, name } = connection
  const { other } = session
  const items: MoreMenuItem[] = [
    { label: t('connections.actions.test'), icon: IconPlugConnected, onClick: () => test(id) },
  ]
  if (mayConnect && other)
    items.push({
      label: t(`connections.actions.${other}`),
      icon: SIGNS[other],
      onClick: () => session.run(other),
    })
  if (mayChange)
    items.push(
      { label: t('common.edit'), icon: IconPencil, onClick: () => onEdit(id) },
      { label: t('common.delete'), icon: IconTrash, danger: true, onClick: () => onDelete(connection) },
    )
  return <MoreMenu name={name} items={items} loading={isTesting || session.isBusy} />
}
