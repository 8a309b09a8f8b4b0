import { Text } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { useTexts } from '../../../i18n/use-texts.ts'
import { DATE_TIME_FORMAT, wallTimeOf } from '../../../ui/dates.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import type { SectionProps } from '../use-campaign-form.ts'

interface ScheduleSectionProps extends SectionProps {
  zone: string
}

/** When the campaign starts: at a time, or by hand. */
export function ScheduleSection({ form, isLocked, zone }: ScheduleSectionProps) {
  const { t } = useTexts()
  const known = TIME_ZONES.find((one) => one === zone)
  return (
    <FormSection title={t('campaigns.form.when')}>
      <DateTimePicker
        previousLabel={t('common.previousMonth')}
        nextLabel={t('common.nextMonth')}
        label={t('campaigns.form.schedule')}
        description={t('campaigns.form.zone', { zone: known ? t(`settings.zones.${known}`) : zone })}
        placeholder={t('campaigns.noSchedule')}
        valueFormat={DATE_TIME_FORMAT}
        minDate={wallTimeOf(Date.now(), zone)}
        clearable
        clearButtonProps={{ 'aria-label': t('campaigns.form.clearSchedule') }}
        submitButtonProps={{ 'aria-label': t('campaigns.form.setSchedule') }}
        disabled={isLocked}
        {...form.getInputProps('scheduledAt')}
        value={form.values.scheduledAt}
        onChange={(value) => form.setFieldValue('scheduledAt', value)}
      />
      {!isLocked && (
        <Text size="sm" c="dimmed">
          {form.values.scheduledAt ? t('campaigns.form.willStart') : t('campaigns.form.willWait')}
        </Text>
      )}
    </FormSection>
  )
}
