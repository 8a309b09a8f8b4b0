import type { IntegrationKind } from '@recado/shared/integration/kind'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useSaveIntegration } from './queries.ts'

interface DisconnectIntegrationProps {
  kind: IntegrationKind
  opened: boolean
  onClose: () => void
}

export function DisconnectIntegration({ kind, opened, onClose }: DisconnectIntegrationProps) {
  const { t } = useTexts()
  const save = useSaveIntegration()
  const close = () => {
    save.reset()
    onClose()
  }
  const confirm = () => {
    if (save.isPending) return
    save.mutate(
      { type: kind, status: 'DISABLED' },
      {
        onSuccess: () => {
          toastSuccess(t('common.done'), 'integration')
          close()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('integration.disconnect.title', { platform: t(`integration.kinds.${kind}`) })}
      action={t('integration.disconnect.action')}
      danger
      isBusy={save.isPending}
      error={save.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('integration.disconnect.text')}
    </ConfirmDialog>
  )
}
