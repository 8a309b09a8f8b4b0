import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type CampaignSettings,
  LONGER_AFTER_OPTIONS,
  LONGER_PAUSE_OPTIONS,
  MAXIMUM_INTERVAL_OPTIONS,
  MINIMUM_INTERVAL_OPTIONS,
  TIME_ZONES,
} from '@recado/shared/campaigns/settings'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSaveSettings } from '../queries.ts'

/** The maximum that is stored as 50 reads 60 (part 2 §9). */
const shownMaximum = (stored: string) => (stored === '50' ? '60' : stored)

/** The choices, and what is stored already should it be none of them. */
const withStored = (options: readonly string[], stored: string) =>
  options.includes(stored) ? [...options] : [stored, ...options]

export function SettingsForm({ settings }: { settings: CampaignSettings }) {
  const { t } = useTexts()
  const save = useSaveSettings(t('settings.saved'))
  const form = useForm<CampaignSettings>({ initialValues: settings })
  const { messageInterval } = form.values

  const seconds = (value: string) => t('settings.seconds', { count: Number(value) })
  const choices = (options: readonly string[], stored: string, label: (value: string) => string) =>
    withStored(options, stored).map((value) => ({ value, label: label(value) }))

  return (
    <form
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate(values)
      })}
    >
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={640}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settings.purpose')}
          </Text>
          <Select
            label={t('settings.maximum')}
            description={t('settings.maximumHint')}
            data={choices(MAXIMUM_INTERVAL_OPTIONS, settings.messageInterval, (value) =>
              value === '0' ? t('settings.noInterval') : seconds(shownMaximum(value)),
            )}
            {...form.getInputProps('messageInterval')}
          />
          {Number(messageInterval) > 0 && (
            <Select
              label={t('settings.minimum')}
              data={choices(MINIMUM_INTERVAL_OPTIONS, settings.minimumMessageInterval, seconds)}
              {...form.getInputProps('minimumMessageInterval')}
            />
          )}
          <Select
            label={t('settings.longerAfter')}
            data={choices(LONGER_AFTER_OPTIONS, settings.longerIntervalAfter, (value) =>
              value === '0' ? t('settings.notDefined') : t('settings.messages', { count: Number(value) }),
            )}
            {...form.getInputProps('longerIntervalAfter')}
          />
          <Select
            label={t('settings.longerPause')}
            data={choices(LONGER_PAUSE_OPTIONS, settings.greaterInterval, (value) =>
              value === '0' ? t('settings.noInterval') : seconds(value),
            )}
            {...form.getInputProps('greaterInterval')}
          />
          <Select
            label={t('settings.zone')}
            searchable
            data={TIME_ZONES.map((value) => ({ value, label: t(`settings.zones.${value}`) }))}
            {...form.getInputProps('timezone')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t('settings.save')}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  )
}
