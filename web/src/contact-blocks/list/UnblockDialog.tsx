import { Alert, Stack, Text, Textarea } from '@mantine/core'
import { type ContactBlock, unblockReason } from '@recado/shared/contact-blocks/contact-block'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useUnblockContact } from '../queries.ts'

interface UnblockDialogProps {
  contactBlock: ContactBlock | undefined
  onClose: () => void
}

/** Unblocks a contact. A person's own opt-out can be lifted by admins only, with a reason. */
export function UnblockDialog({ contactBlock, onClose }: UnblockDialogProps) {
  const { t } = useTexts()
  const unblock = useUnblockContact()
  const isAdmin = useMay('drawer-admin-items:view')
  const [reason, setReason] = useState('')
  const isOptOut = contactBlock?.origin === 'OPT_OUT'
  const close = () => {
    unblock.reset()
    setReason('')
    onClose()
  }
  const confirm = () => {
    if (!contactBlock || unblock.isPending) return
    unblock.mutate(
      { contactBlockId: contactBlock.id, ...(isOptOut && { reason: reason.trim() }) },
      {
        onSuccess: () => {
          toastSuccess(t('common.done'), `unblocked-${contactBlock.id}`)
          close()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened={contactBlock !== undefined}
      title={t('blocks.delete.title', { name: contactBlock?.name ?? '' })}
      action={t('blocks.delete.action')}
      danger
      isBusy={unblock.isPending}
      isDisabled={isOptOut && !(isAdmin && unblockReason.safeParse(reason).success)}
      error={unblock.error}
      onConfirm={confirm}
      onClose={close}
    >
      <Stack gap="sm">
        {isOptOut && (
          <Alert color="orange" icon={<IconHandStop aria-hidden />} py="xs">
            {t(isAdmin ? 'blocks.delete.askedFor' : 'blocks.delete.adminOnly')}
          </Alert>
        )}
        <Text>{t('blocks.delete.text')}</Text>
        {isOptOut && isAdmin && (
          <Textarea
            label={t('blocks.delete.reason')}
            description={t('blocks.delete.reasonHint')}
            {...required}
            autosize
            minRows={2}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
