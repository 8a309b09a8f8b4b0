import { Divider, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Connection, connectionInput } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { useSaveConnection } from '../queries.ts'
import { MessageFields } from './MessageFields.tsx'
import { PaceFields } from './PaceFields.tsx'
import { problemsOf } from './problems.ts'
import { QueueField } from './QueueField.tsx'
import { sentOf, valuesOf } from './values.ts'

interface ConnectionDialogProps {
  /** The connection to change; without it a new one is made. */
  connection: Connection | undefined
  /** The company has no connection yet. */
  isFirst: boolean
  onSaved: (saved: Connection) => void
  onClose: () => void
}

/** Codes that are about one field. */
const FIELD_OF_CODE = {
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_OTHER_WHATSAPP: 'isDefault',
  ERR_NO_QUEUE_FOUND: 'queueIds',
}

export function ConnectionDialog({ connection, isFirst, onSaved, onClose }: ConnectionDialogProps) {
  const { t } = useTexts()
  const save = useSaveConnection()
  const form = useForm({ initialValues: valuesOf(connection, isFirst), validate: problemsOf })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    const input = connectionInput.parse(sentOf(values, connection))
    save.mutate(
      { ...input, whatsappId: connection?.id },
      { onSuccess: onSaved, onError: (error) => showRefusals(form, error, FIELD_OF_CODE) },
    )
  }, focusFirstError)
  const isFixed = connection?.isDefault ?? isFirst
  return (
    <FormDialog
      title={connection ? t('connections.edit') : t('connections.new')}
      action={connection ? t('common.save') : t('connections.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
    >
      <TextInput
        label={t('connections.name')}
        description={t('connections.nameHint')}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Switch
        label={t('connections.form.isDefault')}
        description={
          isFixed
            ? t(isFirst ? 'connections.form.isDefaultFirst' : 'connections.form.isDefaultFixed')
            : t('connections.form.isDefaultHint')
        }
        disabled={isFixed}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      <QueueField form={form} />
      <Divider label={t('connections.form.messages')} labelPosition="left" />
      <MessageFields form={form} />
      <Divider label={t('connections.form.pace')} labelPosition="left" />
      <PaceFields form={form} />
    </FormDialog>
  )
}
