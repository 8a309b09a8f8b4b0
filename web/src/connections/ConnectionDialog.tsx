import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Connection, connectionInput } from '@recado/shared/connections/connection'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../ui/form.ts'
import { useSaveConnection } from './queries.ts'

interface ConnectionDialogProps {
  /** The connection to change; without it a new one is made. */
  connection: Connection | undefined
  onSaved: (saved: Connection) => void
  onClose: () => void
}

export function ConnectionDialog({ connection, onSaved, onClose }: ConnectionDialogProps) {
  const { t } = useTexts()
  const save = useSaveConnection()
  const form = useForm({
    initialValues: { name: connection?.name ?? '' },
    validate: validatedBy(connectionInput.pick({ name: true })),
  })
  const submit = form.onSubmit(({ name }) => {
    if (save.isPending) return
    const texts = connection && {
      greetingMessage: connection.greetingMessage,
      complationMessage: connection.complationMessage,
      outOfHoursMessage: connection.outOfHoursMessage,
      ratingMessage: connection.ratingMessage,
      isDefault: connection.isDefault,
    }
    save.mutate(
      { ...texts, whatsappId: connection?.id, name },
      { onSuccess: onSaved, onError: (error) => showRefusals(form, error) },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={connection ? t('connections.edit') : t('connections.new')}
      action={connection ? t('common.save') : t('connections.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('connections.name')}
        description={t('connections.nameHint')}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
