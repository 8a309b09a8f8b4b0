import { Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteConnection } from '../queries.ts'
import { CampaignLinks } from './CampaignLinks.tsx'
import { useCampaignsOn } from './use-campaigns-on.ts'

interface DeleteConnectionProps {
  connection: Connection | undefined
  onClose: () => void
}

/** Asks before a connection is deleted. While campaigns need it, it says which, and cannot be deleted. */
export function DeleteConnection({ connection, onClose }: DeleteConnectionProps) {
  const { t } = useTexts()
  const remove = useDeleteConnection()
  const campaigns = useCampaignsOn(connection?.id ?? '')
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!connection || remove.isPending) return
    remove.mutate(connection.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${connection.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={connection !== undefined}
      title={t('connections.delete.title', { name: connection?.name ?? '' })}
      action={t('connections.delete.action')}
      danger
      isBusy={remove.isPending}
      isDisabled={campaigns.length > 0}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      <Stack gap="xs">
        <Text>{t('connections.delete.text')}</Text>
        {campaigns.length > 0 && (
          <Text fw={500}>
            {t('connections.delete.usedBy', { count: campaigns.length })}{' '}
            <CampaignLinks campaigns={campaigns} />
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
