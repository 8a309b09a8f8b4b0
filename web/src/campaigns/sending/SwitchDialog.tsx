import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { stopInput } from '@recado/shared/campaigns/contract/sending-stop'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { type SwitchAction, type SwitchOf, useSwitchSending } from './queries.ts'

interface SwitchDialogProps {
  of: SwitchOf
  action: SwitchAction
  onClose: () => void
}

/** Asks for a reason, then stops or resumes all sending. */
export function SwitchDialog({ of, action, onClose }: SwitchDialogProps) {
  const { t } = useTexts()
  const change = useSwitchSending(of)
  const form = useForm({
    initialValues: { reason: '' },
    validate: validatedBy(stopInput, 'form.fieldRequired'),
  })
  const submit = form.onSubmit(({ reason }) => {
    if (change.isPending) return
    change.mutate(
      { action, reason },
      {
        onError: (error) => showRefusals(form, error),
        onSuccess: () => {
          toastSuccess(t(`sending.${action}.done`), `sending-${of}-${action}`)
          onClose()
        },
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={t(`sending.${action}.title.${of}`)}
      action={t(`sending.${action}.action`)}
      form={form}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t(`sending.${action}.text`)}</Text>
      <Textarea
        label={t('sending.reason')}
        placeholder={t(`sending.${action}.example`)}
        {...required}
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
