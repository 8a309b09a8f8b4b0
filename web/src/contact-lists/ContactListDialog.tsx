import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ContactList, contactListInput } from '@recado/shared/contact-lists/contact-list'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../ui/form.ts'
import { ConsentFields } from './consent/ConsentFields.tsx'
import { consentErrors } from './consent/consent-errors.ts'
import { type ConsentValues, consentSent, consentValuesOf } from './consent/consent-values.ts'
import { useGroupDownload, useSaveContactList } from './queries.ts'

interface ContactListDialogProps {
  /** The list to change; without it a new one is made. */
  contactList: ContactList | undefined
  onSaved: (saved: ContactList) => void
  onClose: () => void
}

interface Values {
  name: string
  consent: ConsentValues
}

const validateName = validatedBy(contactListInput.pick({ name: true }))

export function ContactListDialog({ contactList, onSaved, onClose }: ContactListDialogProps) {
  const { t } = useTexts()
  const save = useSaveContactList()
  const known = contactList?.consent ?? null
  const isGroup = contactList?.type === 'GROUP'
  // What was said once can be said anew, but not unsaid.
  const isRequired = consentValuesOf(known).source !== ''
  const form = useForm<Values>({
    initialValues: { name: contactList?.name ?? '', consent: consentValuesOf(known) },
    validate: ({ name, consent }) => ({
      ...validateName({ name }),
      ...(isGroup ? {} : consentErrors(consent, { isRequired })),
    }),
  })
  const submit = form.onSubmit(({ name, consent }) => {
    if (save.isPending) return
    // Unchanged, it keeps the name of whoever said it.
    const sent = form.isDirty('consent') ? consentSent(consent) : undefined
    save.mutate(
      { contactListId: contactList?.id, name, consent: sent },
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
      {!isGroup && (
        <ConsentFields
          values={form.values.consent}
          onChange={(consent) => {
            form.setFieldValue('consent', consent)
            form.clearFieldError('consent.source')
            form.clearFieldError('consent.date')
          }}
          errors={form.errors}
          isRequired={isRequired}
        />
      )}
      {contactList?.group && <ExportGroup contactListId={contactList.id} />}
    </FormDialog>
  )
}

function ExportGroup({ contactListId }: { contactListId: string }) {
  const { t } = useTexts()
  const download = useGroupDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(contactListId)}
    >
      {t('groupLists.export')}
    </Button>
  )
}
