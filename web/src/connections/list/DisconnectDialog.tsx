import { Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useCampaignsOn } from './use-campaigns-on.ts'

interface DisconnectDialogProps {
  connection: Connection
  opened: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a connection is disconnected, and says how many campaigns need it. */
export function DisconnectDialog({ connection, opened, isBusy, onConfirm, onClose }: DisconnectDialogProps) {
  const { t } = useTexts()
  const campaigns = useCampaignsOn(connection.id)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('connections.disconnect.title', { name: connection.name })}
      action={t('connections.actions.disconnect')}
      danger
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>{t('connections.disconnect.text')}</Text>
        {campaigns.length > 0 && (
          <Text fw={600}>{t('connections.disconnect.campaigns', { count: campaigns.length })}</Text>
        )}
        <Text>{t('connections.disconnect.conversations')}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
