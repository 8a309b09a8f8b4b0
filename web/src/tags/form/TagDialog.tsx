import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Tag, tagInput } from '@recado/shared/tags/tag'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { ColorField } from '../color/ColorField.tsx'
import { SUGGESTED_COLORS } from '../color/suggested-colors.ts'
import { useSaveTag } from '../queries.ts'

interface TagDialogProps {
  /** The tag to change; undefined for a new one. */
  tag: Tag | undefined
  onClose: () => void
}

const validate = validatedBy(tagInput, 'form.fieldRequired', {
  name: { tooShort: 'tags.form.nameTooShort', tooLong: 'tags.form.nameTooLong' },
  color: { invalid: 'tags.form.colorInvalid' },
})

export function TagDialog({ tag, onClose }: TagDialogProps) {
  const { t } = useTexts()
  const save = useSaveTag()
  const form = useForm({
    initialValues: {
      name: tag?.name ?? '',
      color: tag?.color ?? SUGGESTED_COLORS[0].color,
      kanban: tag?.kanban ?? false,
    },
    validate,
  })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutate(
      { ...tagInput.parse(values), ...placeOf(values, tag), tagId: tag?.id },
      {
        onSuccess: ({ id }) => {
          toastSuccess(t('common.done'), `saved-${id}`)
          onClose()
        },
        onError: (error) => showRefusals(form, error, { ERR_DUPLICATED_NAME: 'name' }),
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={t(tag ? 'tags.edit' : 'tags.new')}
      action={t(tag ? 'common.save' : 'tags.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('tags.name')}
        {...required}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <ColorField label={t('tags.form.color')} offered={SUGGESTED_COLORS} {...form.getInputProps('color')} />
      <Switch
        label={t('tags.form.kanban')}
        description={t('tags.form.kanbanHint')}
        {...form.getInputProps('kanban', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

/** Behind all other columns. */
const LAST_PLACE = 999

/** A tag that becomes a column is the last one. */
const placeOf = ({ kanban }: Pick<Tag, 'kanban'>, before: Tag | undefined) =>
  kanban && !before?.kanban ? { orderIndex: LAST_PLACE } : {}
