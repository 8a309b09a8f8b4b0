import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ContactListItem, contactListItemInput } from '@recado/shared/contact-lists/contact-list-item'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, textOrNull, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { useSaveItem } from './queries.ts'

interface ItemDialogProps {
  contactListId: string
  /** The contact to change; undefined for a new one. */
  item: ContactListItem | undefined
  onClose: () => void
}

/** Error codes about the number. */
const FIELD_OF_CODE = { ERR_WAPP_INVALID_CONTACT: 'number', ERR_DUPLICATED_CONTACT: 'number' }

export function ItemDialog({ contactListId, item, onClose }: ItemDialogProps) {
  const { t } = useTexts()
  const save = useSaveItem()
  const form = useForm({
    initialValues: {
      name: item?.name ?? '',
      number: item ? formatNumber(item.number) : '',
      email: item?.email ?? '',
      var1: item?.var1 ?? '',
      var2: item?.var2 ?? '',
      var3: item?.var3 ?? '',
    },
    validate: validatedBy(contactListItemInput.omit({ contactListId: true })),
  })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutate(
      {
        contactListId,
        contactListItemId: item?.id,
        ...values,
        email: textOrNull(values.email),
        var1: textOrNull(values.var1),
        var2: textOrNull(values.var2),
        var3: textOrNull(values.var3),
      },
      { onSuccess: onClose, onError: (error) => showRefusals(form, error, FIELD_OF_CODE) },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={item ? t('contacts.edit') : t('contacts.new')}
      action={item ? t('common.save') : t('contacts.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('contacts.name')} {...required} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('contacts.number')}
        description={t('contacts.numberHint')}
        type="tel"
        {...required}
        {...form.getInputProps('number')}
      />
      <TextInput label={t('contacts.email')} type="email" {...form.getInputProps('email')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label={t('contacts.var1')} {...form.getInputProps('var1')} />
        <TextInput label={t('contacts.var2')} {...form.getInputProps('var2')} />
        <TextInput label={t('contacts.var3')} {...form.getInputProps('var3')} />
      </SimpleGrid>
    </FormDialog>
  )
}
