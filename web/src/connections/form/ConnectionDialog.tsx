import { Divider, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Connection, connectionInput } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { useSaveConnection } from '../queries.ts'
import { DeskFields } from './DeskFields.tsx'
import { MessageFields } from './MessageFields.tsx'
import { PaceFields } from './PaceFields.tsx'
import { validateConnectionForm } from './problems.ts'
import { connectionFormValues, connectionInputOf } from './values.ts'

interface ConnectionDialogProps {
  /** The connection to change; undefined for a new one. */
  connection: Connection | undefined
  /** Whether this is the company's first connection. */
  isFirst: boolean
  onSaved: (saved: Connection) => void
  onClose: () => void
}

/** The field that each error code is about. */
const FIELD_OF_CODE = {
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_OTHER_WHATSAPP: 'isDefault',
  ERR_NO_QUEUE_FOUND: 'queueIds',
}

export function ConnectionDialog({ connection, isFirst, onSaved, onClose }: ConnectionDialogProps) {
  const { t } = useTexts()
  const save = useSaveConnection()
  const form = useForm({
    initialValues: connectionFormValues(connection, isFirst),
    validate: validateConnectionForm,
  })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    const input = connectionInput.parse(connectionInputOf(values, connection))
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
      <Divider label={t('connections.form.service')} labelPosition="left" />
      <DeskFields form={form} />
      <Divider label={t('connections.form.messages')} labelPosition="left" />
      <MessageFields form={form} />
      <Divider label={t('connections.form.pace')} labelPosition="left" />
      <PaceFields form={form} />
    </FormDialog>
  )
}
