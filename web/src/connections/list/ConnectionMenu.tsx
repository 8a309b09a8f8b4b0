import { ActionIcon, Menu } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import {
  IconDotsVertical,
  IconPencil,
  IconPlugConnected,
  IconQrcode,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { useConnectionTest } from '../TestConnection.tsx'
import type { SessionActions } from './use-session-actions.ts'

interface ConnectionMenuProps {
  connection: Connection
  session: SessionActions
  onEdit: (id: string) => void
  onDelete: (connection: Connection) => void
}

const SIZE = 16
const SIGNS = { retry: IconRefresh, newQr: IconQrcode }

/** What can be done with a connection besides its main action. */
export function ConnectionMenu({ connection, session, onEdit, onDelete }: ConnectionMenuProps) {
  const { t } = useTexts()
  const { isTesting, test } = useConnectionTest()
  const mayConnect = useMay('connections-page:actionButtons')
  const mayChange = useMay('connections-page:editOrDeleteConnection')
  const { id, name } = connection
  const { other } = session
  const OtherSign = other && SIGNS[other]
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('connections.more', { name })}
          loading={isTesting}
        >
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlugConnected size={SIZE} aria-hidden />} onClick={() => test(id)}>
          {t('connections.actions.test')}
        </Menu.Item>
        {mayConnect && other && OtherSign && (
          <Menu.Item leftSection={<OtherSign size={SIZE} aria-hidden />} onClick={() => session.run(other)}>
            {t(`connections.actions.${other}`)}
          </Menu.Item>
        )}
        {mayChange && (
          <>
            <Menu.Item leftSection={<IconPencil size={SIZE} aria-hidden />} onClick={() => onEdit(id)}>
              {t('common.edit')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={SIZE} aria-hidden />}
              onClick={() => onDelete(connection)}
            >
              {t('common.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
