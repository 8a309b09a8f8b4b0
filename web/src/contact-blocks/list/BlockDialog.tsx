import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { contactBlockInput } from '@recado/shared/contact-blocks/contact-block'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useBlockContact } from '../queries.ts'

/** Error codes about the number. */
const FIELD_OF_CODE = { ERR_WAPP_INVALID_CONTACT: 'number', ERR_DUPLICATED_CONTACT: 'number' }

const PHONE = 'blocks.form.invalidNumber'
const validate = validatedBy(contactBlockInput, 'form.fieldRequired', {
  name: { tooShort: 'blocks.form.tooShort', tooLong: 'blocks.form.tooLong' },
  number: { tooShort: PHONE, tooLong: PHONE, invalid: PHONE },
})

export function BlockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const block = useBlockContact()
  const form = useForm({ initialValues: { name: '', number: '' }, validate })
  const submit = form.onSubmit((values) => {
    if (block.isPending) return
    block.mutate(values, {
      onSuccess: ({ id }) => {
        toastSuccess(t('blocks.added'), `blocked-${id}`)
        onClose()
      },
      onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
    })
  }, focusFirstError)
  return (
    <FormDialog
      title={t('blocks.new')}
      action={t('blocks.add')}
      form={form}
      error={block.error}
      isBusy={block.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('blocks.name')} {...required} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('blocks.number')}
        description={t('contacts.numberHint')}
        type="tel"
        {...required}
        {...form.getInputProps('number')}
      />
    </FormDialog>
  )
}
