import { SegmentedControl, Text } from '@mantine/core'
import { localDate } from '@recado/shared/calendar/local-date'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { useRef } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { wallTimeOf } from '../../../ui/dates.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { WallTimeField } from '../../../ui/WallTimeField.tsx'
import { proposedTime } from '../campaign-values.ts'
import type { SectionProps } from '../use-campaign-form.ts'
import { pastError } from '../validate-campaign.ts'

interface ScheduleSectionProps extends SectionProps {
  zone: string
}

/** When the campaign starts: now, or at a time. */
export function ScheduleSection({ form, isLocked, zone }: ScheduleSectionProps) {
  const { t } = useTexts()
  const known = TIME_ZONES.find((one) => one === zone)
  const { scheduledAt } = form.values
  /** The chosen time, for a person who comes back to it. */
  const chosen = useRef(scheduledAt)
  const change = (time: string | null) => {
    if (time) chosen.current = time
    form.setFieldValue('scheduledAt', time)
    form.clearFieldError('scheduledAt')
  }
  const past = form.isDirty('scheduledAt') ? pastError(scheduledAt, zone) : undefined
  const error = form.errors.scheduledAt ?? past
  const timeToCome = () =>
    chosen.current && chosen.current > wallTimeOf(serverNow(), zone) ? chosen.current : proposedTime(zone)
  return (
    <FormSection title={t('campaigns.form.when')}>
      <SegmentedControl
        aria-label={t('campaigns.form.when')}
        fullWidth
        disabled={isLocked}
        data={[
          { value: 'now', label: t('campaigns.form.now') },
          { value: 'later', label: t('campaigns.form.atTime') },
        ]}
        value={scheduledAt ? 'later' : 'now'}
        onChange={(value) => change(value === 'now' ? null : timeToCome())}
      />
      {scheduledAt && (
        <WallTimeField
          label={t('campaigns.form.schedule')}
          description={t('campaigns.form.zone', { zone: known ? t(`settings.zones.${known}`) : zone })}
          setLabel={t('campaigns.form.setSchedule')}
          firstDay={localDate(serverNow(), zone)}
          disabled={isLocked}
          value={scheduledAt}
          onChange={change}
          error={error}
          path="scheduledAt"
        />
      )}
      {!isLocked && !error && (
        <Text size="sm" c="dimmed">
          {t(scheduledAt ? 'campaigns.form.willStart' : 'campaigns.form.willSend')}
        </Text>
      )}
    </FormSection>
  )
}
