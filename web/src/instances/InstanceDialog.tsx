import { NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Instance, instanceInput } from '@recado/shared/instances/instance'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../ui/form.ts'
import { required } from '../ui/required.ts'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { useSaveInstance } from './queries.ts'

interface InstanceDialogProps {
  /** The instance to change; undefined for a new one. */
  instance: Instance | undefined
  onClose: () => void
}

const HTTPS = 443

const validate = validatedBy(instanceInput, 'form.fieldRequired', {
  address: { invalid: 'instances.addressInvalid' },
})

export function InstanceDialog({ instance, onClose }: InstanceDialogProps) {
  const { t } = useTexts()
  const save = useSaveInstance()
  const form = useForm<InstanceValues>({ initialValues: valuesOf(instance), validate })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutate(
      { ...instanceInput.parse(values), ...(instance && { instanceId: instance.id }) },
      {
        onSuccess: ({ id }) => {
          toastSuccess(t('common.done'), `instance-saved-${id}`)
          onClose()
        },
        onError: (error) => {
          toastError(error, { title: t('administration.failed') })
          showRefusals(form, error, { ERR_DUPLICATED_NAME: 'name' })
        },
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={instance ? t('instances.edit') : t('instances.new')}
      action={instance ? t('common.save') : t('instances.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('instances.name')} {...required} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('instances.address')}
        placeholder={t('instances.addressHint')}
        type="url"
        {...required}
        {...form.getInputProps('address')}
      />
      <NumberInput
        label={t('instances.port')}
        min={1}
        max={65_535}
        allowDecimal={false}
        allowNegative={false}
        {...required}
        {...form.getInputProps('port')}
      />
    </FormDialog>
  )
}

/** An empty number field holds ''. */
interface InstanceValues {
  name: string
  address: string
  port: number | string
}

const valuesOf = (instance: Instance | undefined): InstanceValues => ({
  name: instance?.name ?? '',
  address: instance?.address ?? '',
  port: instance?.port ?? HTTPS,
})
