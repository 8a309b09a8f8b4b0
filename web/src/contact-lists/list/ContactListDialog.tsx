import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ContactList, contactListInput } from '@recado/shared/contact-lists/contact-list'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { ConsentFields } from '../consent/ConsentFields.tsx'
import { consentErrors } from '../consent/consent-errors.ts'
import { type ConsentValues, consentFormValues, consentInputOf } from '../consent/consent-values.ts'
import { useGroupDownload, useSaveContactList } from '../queries.ts'

interface ContactListDialogProps {
  /** The list to change; undefined for a new one. */
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
  // A new list is empty: its consent is asked for with the people, at their import.
  const asksConsent = contactList?.type === 'PRIVATE'
  // A recorded consent can be replaced, but not removed.
  const isRequired = consentFormValues(known).source !== ''
  const form = useForm<Values>({
    initialValues: { name: contactList?.name ?? '', consent: consentFormValues(known) },
    validate: ({ name, consent }) => ({
      ...validateName({ name }),
      ...(asksConsent ? consentErrors(consent, { isRequired }) : {}),
    }),
  })
  const submit = form.onSubmit(({ name, consent }) => {
    if (save.isPending) return
    // An unchanged consent keeps the name of the user who recorded it.
    const sent = form.isDirty('consent') ? consentInputOf(consent) : undefined
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
      <TextInput
        label={t('contactLists.name')}
        {...required}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {asksConsent && (
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
