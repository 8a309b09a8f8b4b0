import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ContactList, contactListInput } from '@recado/shared/contact-lists/contact-list'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../ui/form.ts'
import { useSaveContactList } from './queries.ts'

interface ContactListDialogProps {
  /** The list to rename; without it a new one is made. */
  contactList: ContactList | undefined
  onSaved: (saved: ContactList) => void
  onClose: () => void
}

export function ContactListDialog({ contactList, onSaved, onClose }: ContactListDialogProps) {
  const { t } = useTexts()
  const save = useSaveContactList()
  const form = useForm({
    initialValues: { name: contactList?.name ?? '' },
    validate: validatedBy(contactListInput.pick({ name: true })),
  })
  const submit = form.onSubmit(({ name }) => {
    if (save.isPending) return
    save.mutate(
      { contactListId: contactList?.id, name },
      { onSuccess: onSaved, onError: (error) => showRefusals(form, error) },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={contactList ? t('contactLists.edit') : t('contactLists.new')}
      action={contactList ? t('common.save') : t('contactLists.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('contactLists.name')} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
