import { useForm } from '@mantine/form'
import type { ContactDetails } from '@recado/shared/contacts/contact'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useSaveContact } from '../queries.ts'
import { ContactFields } from './ContactFields.tsx'
import { changeOf, inputOf, validationOf, valuesOf } from './values.ts'

interface ContactDialogProps {
  /** The contact to change; undefined for a new one. */
  contact: ContactDetails | undefined
  onSaved?: (contact: ContactDetails) => void
  onClose: () => void
}

/** Error codes about the number. */
const FIELD_OF_CODE = { ERR_WAPP_INVALID_CONTACT: 'number', ERR_DUPLICATED_CONTACT: 'number' }

export function ContactDialog({ contact: given, onSaved, onClose }: ContactDialogProps) {
  const { t } = useTexts()
  // The contact as it was when the form opened. WhatsApp may add a number meanwhile, and a save must keep it.
  const [contact] = useState(given)
  const save = useSaveContact()
  const form = useForm({ initialValues: valuesOf(contact), validate: validationOf(contact) })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutate(
      contact
        ? { contactId: contact.id, change: changeOf(values, contact) }
        : { contactId: undefined, change: inputOf(values) },
      {
        onSuccess: (saved) => {
          toastSuccess(t('common.done'), `saved-${saved.id}`)
          onClose()
          onSaved?.(saved)
        },
        onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={contact ? t('contactBook.edit') : t('contactBook.new')}
      action={contact ? t('common.save') : t('contactBook.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
    >
      <ContactFields form={form} />
    </FormDialog>
  )
}
