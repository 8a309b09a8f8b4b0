import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Announcement, PRIORITIES } from '@recado/shared/announcements/announcement'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError } from '../ui/form.ts'
import { required } from '../ui/required.ts'
import { toastSuccess } from '../ui/toast.ts'
import { announcementFormValues, announcementInputOf, validateAnnouncement } from './announcement-values.ts'
import { ImageField } from './ImageField.tsx'
import { useDiscardAnnouncement, useSaveAnnouncement } from './queries.ts'

interface AnnouncementDialogProps {
  /** The announcement to change; undefined for a new one. */
  announcement: Announcement | undefined
  onClose: () => void
}

export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTexts()
  const save = useSaveAnnouncement()
  const discard = useDiscardAnnouncement()
  /** The announcement that an earlier try stored before it failed. A new one is still hidden. */
  const [stored, setStored] = useState<Announcement>()
  const [image, setImage] = useState<File | null>()
  const form = useForm({
    initialValues: announcementFormValues(announcement),
    validate: validateAnnouncement,
  })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutate(
      { known: stored ?? announcement, input: announcementInputOf(values), image, onStored: setStored },
      {
        onSuccess: ({ id }) => {
          toastSuccess(t('common.done'), `announcement-${id}`)
          onClose()
        },
      },
    )
  }, focusFirstError)
  const cancel = () => {
    if (stored && !announcement) discard.mutate(stored.id)
    onClose()
  }
  const choose = (file: File | null) => {
    setImage(file)
    form.setFieldValue('mediaName', file?.name ?? null)
  }
  return (
    <FormDialog
      title={announcement ? t('announcements.edit') : t('announcements.new')}
      action={announcement ? t('announcements.save') : t('announcements.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={cancel}
      size="lg"
    >
      <TextInput
        label={t('announcements.fields.title')}
        {...required}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('announcements.fields.text')}
        {...required}
        autosize
        minRows={4}
        maxRows={12}
        {...form.getInputProps('text')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('announcements.fields.priority')}
          data={PRIORITIES.map((level) => ({
            value: String(level),
            label: t(`announcements.priorities.${level}`),
          }))}
          {...form.getInputProps('priority')}
        />
        <Select
          label={t('announcements.fields.status')}
          data={(['true', 'false'] as const).map((value) => ({
            value,
            label: t(`announcements.statuses.${value}`),
          }))}
          {...form.getInputProps('status')}
        />
      </SimpleGrid>
      <ImageField
        announcement={announcement}
        name={form.values.mediaName}
        file={image ?? undefined}
        onChoose={choose}
      />
    </FormDialog>
  )
}
