import { Alert, Anchor, Input, Switch } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { settingsQuery } from '../../settings/options/queries.ts'
import { WeekFields } from '../../ui/hours/WeekFields.tsx'
import { useZone } from '../../zone/use-zone.ts'
import type { QueueForm } from './values.ts'

/** The queue's own opening hours, which apply only while the company serves by the hours of its queues. */
export function QueueHoursFields({ form }: { form: QueueForm }) {
  const { t } = useTexts()
  const zone = useZone()
  const { data: settings } = useQuery(settingsQuery)
  const { hasHours, schedules } = form.values
  const hasNoEffect = settings !== undefined && settings.get('scheduleType') !== 'queue'
  return (
    <>
      <Switch
        label={t('queues.form.hasHours')}
        description={t('queues.form.hoursHint')}
        {...form.getInputProps('hasHours', { type: 'checkbox' })}
      />
      {hasHours && hasNoEffect && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} py="xs">
          {t('queues.form.hoursInactive')} {/* In a tab of its own: this form may have unsaved changes. */}
          <Anchor
            fz="sm"
            c="inherit"
            underline="always"
            renderRoot={(props) => (
              <Link to="/settings" search={{ tab: 'options' }} target="_blank" {...props} />
            )}
          >
            {t('queues.form.openOptions')}
          </Anchor>
        </Alert>
      )}
      {hasHours && (
        <WeekFields
          hours={schedules}
          zone={zone}
          texts={{
            nothing: t('queues.form.closed'),
            never: t('queues.form.neverOpen'),
            holidaysHint: t('queues.form.holidaysHint'),
            datesHint: t('hours.datesHint'),
          }}
          onChange={(hours) => form.setFieldValue('schedules', hours)}
        />
      )}
      {form.errors.schedules && <Input.Error role="alert">{form.errors.schedules}</Input.Error>}
    </>
  )
}
