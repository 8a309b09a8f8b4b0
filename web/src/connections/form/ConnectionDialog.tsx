import { TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { type Connection, connectionInput } from '@recado/shared/connections/connection'
import { ApiError } from '@recado/shared/http/api-error'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { useSaveConnection } from '../queries.ts'
import { AdvancedFold } from './AdvancedFold.tsx'
import { validateConnectionForm } from './problems.ts'
import { connectionFormValues, connectionInputOf, hasAdvancedValues } from './values.ts'

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

/** Asks for a name alone. Everything else is folded, unless the connection uses it or an error is there. */
export function ConnectionDialog({ connection, isFirst, onSaved, onClose }: ConnectionDialogProps) {
  const { t } = useTexts()
  const save = useSaveConnection()
  const [isOpen, setIsOpen] = useState(connection !== undefined && hasAdvancedValues(connection))
  const form = useForm({
    initialValues: connectionFormValues(connection, isFirst),
    validate: validateConnectionForm,
  })
  const showErrors = (errors: FormErrors) => {
    // The fields of errors are there before one of them takes the focus.
    if (isAdvanced(errors)) flushSync(() => setIsOpen(true))
    focusFirstError(errors)
  }
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    const input = connectionInput.parse(connectionInputOf(values, connection))
    save.mutate(
      { ...input, whatsappId: connection?.id },
      {
        onSuccess: onSaved,
        onError: (error) => {
          showRefusals(form, error, FIELD_OF_CODE)
          if (error instanceof ApiError && error.code in FIELD_OF_CODE) setIsOpen(true)
        },
      },
    )
  }, showErrors)
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
        {...required}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <AdvancedFold
        form={form}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        isDefaultFixed={connection?.isDefault ?? isFirst}
        isFirst={isFirst}
      />
    </FormDialog>
  )
}

const isAdvanced = (errors: FormErrors): boolean => Object.keys(errors).some((field) => field !== 'name')
