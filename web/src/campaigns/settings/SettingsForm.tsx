import { Input, Stack, TagsInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CampaignSettings } from '@recado/shared/campaigns/contract/settings'
import { OPT_OUT_MAX_LENGTH } from '@recado/shared/contact-blocks/opt-out-words'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormSection } from '../../ui/FormSection.tsx'
import { focusFirstError } from '../../ui/form.ts'
import { hasFaultyPeriod } from '../../ui/hours/periods.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { SectionForm } from '../../ui/SectionForm.tsx'
import { PaceFields } from './PaceFields.tsx'
import { useSaveSettings } from './queries.ts'
import { SendWindowsFields } from './SendWindowsFields.tsx'
import { settingsToSave, settingsValues } from './settings-values.ts'

export function SettingsForm({ settings }: { settings: CampaignSettings }) {
  const { t } = useTexts()
  const save = useSaveSettings(t('settings.saved'))
  // The values that were loaded, or saved last.
  const [before, setBefore] = useState(() => settingsValues(settings))
  const form = useForm({
    initialValues: before,
    validate: {
      sendWindows: (windows) =>
        windows.enabled && hasFaultyPeriod(windows) ? t('settings.windows.faultySomewhere') : null,
      optOutWords: (words) => (areWords(words) ? null : t('settings.optOut.faulty')),
      returnWords: (words) => (areWords(words) ? null : t('settings.optOut.faulty')),
    },
  })
  const { sendWindows, messageInterval, timezone } = form.values
  return (
    <SectionForm
      action={t('settings.save')}
      isBusy={save.isPending}
      problem={form.errors.sendWindows && <Input.Error role="alert">{form.errors.sendWindows}</Input.Error>}
      hasCards
      onSubmit={form.onSubmit((values) => {
        if (save.isPending) return
        save.mutate(settingsToSave(values, before), {
          onSuccess: () => {
            setBefore(values)
            form.resetDirty(values)
          },
        })
      }, focusFirstError)}
    >
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack gap="xl">
        <PaceFields
          stored={settings}
          hasInterval={Number(messageInterval) > 0}
          field={(name) => form.getInputProps(name)}
        />
        <SendWindowsFields
          windows={sendWindows}
          zone={timezone}
          onChange={(windows) => form.setFieldValue('sendWindows', windows)}
        />
        <FormSection title={t('settings.optOut.title')}>
          <TagsInput
            label={t('settings.optOut.words')}
            description={t('settings.optOut.hint')}
            maxTags={30}
            clearable={false}
            {...form.getInputProps('optOutWords')}
          />
          <TagsInput
            label={t('settings.optOut.returnWords')}
            description={t('settings.optOut.returnHint')}
            maxTags={30}
            clearable={false}
            {...form.getInputProps('returnWords')}
          />
        </FormSection>
      </Stack>
    </SectionForm>
  )
}

const areWords = (words: readonly string[]): boolean =>
  words.every((word) => word.trim().length >= 2 && word.length <= OPT_OUT_MAX_LENGTH)
