import { Alert, Stack, Text } from '@mantine/core'
import type { ContactBlock } from '@recado/shared/contact-blocks/contact-block'
import { IconHandStop } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useUnblockContact } from './queries.ts'

interface UnblockDialogProps {
  contactBlock: ContactBlock | undefined
  onClose: () => void
}

/** Who asked not to be written to is not let go of lightly. */
export function UnblockDialog({ contactBlock, onClose }: UnblockDialogProps) {
  const { t } = useTexts()
  const unblock = useUnblockContact()
  const close = () => {
    unblock.reset()
    onClose()
  }
  const confirm = () => {
    if (!contactBlock || unblock.isPending) return
    unblock.mutate(contactBlock.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `unblocked-${contactBlock.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={contactBlock !== undefined}
      title={t('blocks.delete.title', { name: contactBlock?.name ?? '' })}
      action={t('blocks.delete.action')}
      danger
      isBusy={unblock.isPending}
      error={unblock.error}
      onConfirm={confirm}
      onClose={close}
    >
      <Stack gap="sm">
        {contactBlock?.origin === 'OPT_OUT' && (
          <Alert color="orange" icon={<IconHandStop aria-hidden />} py="xs">
            {t('blocks.delete.askedFor')}
          </Alert>
        )}
        <Text>{t('blocks.delete.text')}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
