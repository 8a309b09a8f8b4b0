import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Help, helpInput } from '@recado/shared/helps/help'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, textOrNull, validatedBy } from '../ui/form.ts'
import { required } from '../ui/required.ts'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { useSaveHelp } from './queries.ts'

interface HelpDialogProps {
  /** The video to change; undefined for a new one. */
  help: Help | undefined
  onClose: () => void
}

const validate = validatedBy(helpInput, 'form.fieldRequired', { video: { invalid: 'helps.videoInvalid' } })

export function HelpDialog({ help, onClose }: HelpDialogProps) {
  const { t } = useTexts()
  const save = useSaveHelp()
  const initialValues = {
    title: help?.title ?? '',
    video: help?.video ?? '',
    description: help?.description ?? '',
  }
  const form = useForm({ initialValues, validate })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    const input = helpInput.parse({ ...values, description: textOrNull(values.description) })
    save.mutate(
      { ...input, ...(help && { helpId: help.id }) },
      {
        onSuccess: ({ id }) => {
          toastSuccess(t('common.done'), `help-saved-${id}`)
          onClose()
        },
        onError: (error) => {
          // The specification uses the words of plans here (part 2 §8).
          toastError(error, { title: t('plans.notSaved') })
          showRefusals(form, error, { ERR_DUPLICATED_NAME: 'title' })
        },
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={help ? t('helps.edit') : t('helps.new')}
      action={help ? t('common.save') : t('helps.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('helps.name')} {...required} data-autofocus {...form.getInputProps('title')} />
      <TextInput
        label={t('helps.video')}
        description={t('helps.videoHint')}
        {...required}
        {...form.getInputProps('video')}
      />
      <Textarea
        label={t('helps.description')}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
