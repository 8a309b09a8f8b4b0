import { Button, Group, Input, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type CampaignSettings, DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/settings'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSaveSettings } from '../queries.ts'
import { PaceFields } from './PaceFields.tsx'
import { hasFaultyPeriod, withoutFaulty } from './windows/periods.ts'
import { SendWindowsFields } from './windows/SendWindowsFields.tsx'

export function SettingsForm({ settings }: { settings: CampaignSettings }) {
  const { t } = useTexts()
  const save = useSaveSettings(t('settings.saved'))
  const form = useForm({
    initialValues: { ...settings, sendWindows: settings.sendWindows ?? DEFAULT_SEND_WINDOWS },
    validate: {
      sendWindows: (windows) =>
        windows.enabled && hasFaultyPeriod(windows) ? t('settings.windows.faultySomewhere') : null,
    },
  })
  const { sendWindows, messageInterval, timezone } = form.values
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate({ ...values, sendWindows: withoutFaulty(values.sendWindows) })
      })}
    >
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
        <Group justify="flex-end">
          {form.errors.sendWindows && <Input.Error role="alert">{form.errors.sendWindows}</Input.Error>}
          <Button type="submit" loading={save.isPending}>
            {t('settings.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
