import { Box, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DESK_SETTINGS } from '@recado/shared/tickets/contract/desk-settings'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormSection } from '../../ui/FormSection.tsx'
import { focusFirstError } from '../../ui/form.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LockedFields } from '../../ui/LockedFields.tsx'
import { SectionForm } from '../../ui/SectionForm.tsx'
import { TextPreview } from '../../ui/whatsapp/TextPreview.tsx'
import { changedDeskSettings, type DeskValues, deskProblems, deskValuesOf } from './desk-values.ts'
import { useSaveSettings } from './queries.ts'

/** The company's decisions about its customer service. Only changed settings are saved. */
export function DeskOptions({ settings }: { settings: ReadonlyMap<string, string> }) {
  const { t } = useTexts()
  const [initialValues] = useState(() => deskValuesOf(settings))
  // The values that were loaded, or saved last.
  const before = useRef(initialValues)
  const save = useSaveSettings(t('common.done'), (key, value) => {
    before.current = deskValuesOf(new Map([...Object.entries(before.current), [key, value]]))
  })
  const form = useForm<DeskValues>({ initialValues, validate: deskProblems })
  const { getValues, setValues, resetDirty } = form
  // A colleague may change the settings meanwhile. The user's own changes stay.
  const loaded = useRef(settings)
  useEffect(() => {
    if (settings === loaded.current) return
    loaded.current = settings
    const stored = deskValuesOf(settings)
    // New values remove the errors of the fields.
    if (changedDeskSettings(stored, before.current).length === 0) return
    const typed = changedDeskSettings(getValues(), before.current)
    before.current = stored
    setValues({
      ...before.current,
      ...Object.fromEntries(typed.map(({ settingKey, value }) => [settingKey, value])),
    })
    resetDirty(before.current)
  }, [settings, getValues, setValues, resetDirty])
  const submit = form.onSubmit((values) => {
    const changed = changedDeskSettings(values, before.current)
    if (changed.length === 0 || save.isPending) return
    save.mutate(changed, {
      // The API tidies what it stores.
      onSuccess: (saved) => {
        setValues(Object.fromEntries(saved))
        resetDirty(before.current)
      },
    })
  }, focusFirstError)
  return (
    <FormSection title={t('options.desk.title')}>
      <LeaveGuard isDirty={form.isDirty()} />
      <SectionForm action={t('options.desk.save')} isBusy={save.isPending} onSubmit={submit}>
        <LockedFields isLocked={save.isPending}>
          <Stack mb="md">
            <TextInput
              label={t('options.desk.reopenMinutes')}
              description={t('options.desk.reopenMinutesHint')}
              inputMode="numeric"
              {...form.getInputProps('reopenMinutes')}
            />
            <TextInput
              label={t('options.desk.triageMinutes')}
              description={t('options.desk.triageMinutesHint')}
              inputMode="numeric"
              {...form.getInputProps('triageMinutes')}
            />
            <TextInput
              label={t('options.desk.idleCloseHours')}
              description={t('options.desk.idleCloseHoursHint')}
              inputMode="numeric"
              {...form.getInputProps('idleCloseHours')}
            />
            <Select
              label={t('options.desk.signMessages')}
              description={t('options.desk.signMessagesHint')}
              data={DESK_SETTINGS.signMessages.options.map((value) => ({
                value,
                label: t(`options.desk.signs.${value}`),
              }))}
              allowDeselect={false}
              {...form.getInputProps('signMessages')}
            />
            <Select
              label={t('options.desk.historyVisibility')}
              description={t('options.desk.historyVisibilityHint')}
              data={DESK_SETTINGS.historyVisibility.options.map((value) => ({
                value,
                label: t(`options.desk.visibilities.${value}`),
              }))}
              allowDeselect={false}
              {...form.getInputProps('historyVisibility')}
            />
          </Stack>
          {(['idleMessage', 'transferMessage'] as const).map((key) => (
            <Box key={key} mb="md">
              <Textarea
                label={t(`options.desk.${key}`)}
                description={t(`options.desk.${key}Hint`)}
                autosize
                minRows={2}
                maxRows={8}
                mb="xs"
                {...form.getInputProps(key)}
              />
              <TextPreview label={t(`options.desk.${key}`)} text={form.values[key]} />
            </Box>
          ))}
          <Textarea
            label={t('options.desk.thanksWords')}
            description={t('options.desk.thanksWordsHint')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('thanksWords')}
          />
        </LockedFields>
      </SectionForm>
    </FormSection>
  )
}
