import { Select, type SelectProps, Text } from '@mantine/core'
import {
  type CampaignSettings,
  LONGER_AFTER_OPTIONS,
  LONGER_PAUSE_OPTIONS,
  MAXIMUM_INTERVAL_OPTIONS,
  MINIMUM_INTERVAL_OPTIONS,
} from '@recado/shared/campaigns/contract/settings'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormSection } from '../../ui/FormSection.tsx'
import { ZoneField } from '../../zone/ZoneField.tsx'

interface PaceFieldsProps {
  /** The stored settings. A stored value stays a choice even if it is not a usual one. */
  stored: CampaignSettings
  hasInterval: boolean
  field: (name: keyof CampaignSettings) => SelectProps
}

/** A stored maximum of 50 is shown as 60 (part 2 §9). */
const shownMaximum = (stored: string) => (stored === '50' ? '60' : stored)

const withStored = (options: readonly string[], stored: string) =>
  options.includes(stored) ? [...options] : [stored, ...options]

/** The time between messages, and the time zone. */
export function PaceFields({ stored, hasInterval, field }: PaceFieldsProps) {
  const { t } = useTexts()
  const seconds = (value: string) => t('settings.seconds', { count: Number(value) })
  const choices = (options: readonly string[], own: string, label: (value: string) => string) =>
    withStored(options, own).map((value) => ({ value, label: label(value) }))
  return (
    <FormSection title={t('settings.pace')}>
      <Text size="sm" c="dimmed">
        {t('settings.purpose')}
      </Text>
      <Select
        label={t('settings.maximum')}
        description={t('settings.maximumHint')}
        data={choices(MAXIMUM_INTERVAL_OPTIONS, stored.messageInterval, (value) =>
          value === '0' ? t('settings.noInterval') : seconds(shownMaximum(value)),
        )}
        {...field('messageInterval')}
      />
      {hasInterval && (
        <Select
          label={t('settings.minimum')}
          data={choices(MINIMUM_INTERVAL_OPTIONS, stored.minimumMessageInterval, seconds)}
          {...field('minimumMessageInterval')}
        />
      )}
      <Select
        label={t('settings.longerAfter')}
        data={choices(LONGER_AFTER_OPTIONS, stored.longerIntervalAfter, (value) =>
          value === '0' ? t('settings.notDefined') : t('settings.messages', { count: Number(value) }),
        )}
        {...field('longerIntervalAfter')}
      />
      <Select
        label={t('settings.longerPause')}
        data={choices(LONGER_PAUSE_OPTIONS, stored.greaterInterval, (value) =>
          value === '0' ? t('settings.noInterval') : seconds(value),
        )}
        {...field('greaterInterval')}
      />
      <ZoneField {...field('timezone')} />
    </FormSection>
  )
}
