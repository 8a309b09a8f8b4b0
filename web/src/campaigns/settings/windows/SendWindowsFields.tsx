import { Alert, Stack, Switch, Text } from '@mantine/core'
import { type SendWindows, TIME_ZONES } from '@recado/shared/campaigns/settings'
import { useTexts } from '../../../i18n/use-texts.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { DayPeriods } from './DayPeriods.tsx'
import { Holidays } from './Holidays.tsx'
import { periodsOf, WEEKDAYS, withCopies, withDay } from './periods.ts'

interface SendWindowsFieldsProps {
  windows: SendWindows
  zone: string
  onChange: (windows: SendWindows) => void
}

/** The times of the week in which campaigns may send, and the days on which they do not. */
export function SendWindowsFields({ windows, zone, onChange }: SendWindowsFieldsProps) {
  const { t } = useTexts()
  const known = TIME_ZONES.find((one) => one === zone)
  return (
    <FormSection title={t('settings.windows.title')}>
      <Switch
        label={t('settings.windows.enabled')}
        description={t('settings.windows.hint')}
        checked={windows.enabled}
        onChange={(event) => onChange({ ...windows, enabled: event.currentTarget.checked })}
      />
      {windows.enabled && (
        <>
          <Text size="sm" c="dimmed">
            {t('settings.windows.zone', { zone: known ? t(`settings.zones.${known}`) : zone })}
          </Text>
          <Stack gap="md">
            {WEEKDAYS.map((weekday) => (
              <DayPeriods
                key={weekday}
                weekday={weekday}
                periods={periodsOf(windows, weekday)}
                onChange={(periods) => onChange(withDay(windows, weekday, periods))}
                onCopy={(days) => onChange(withCopies(windows, weekday, days))}
              />
            ))}
          </Stack>
          {windows.periods.length === 0 && (
            <Alert color="orange" py="xs">
              {t('settings.windows.never')}
            </Alert>
          )}
          <Holidays dates={windows.holidays} onChange={(holidays) => onChange({ ...windows, holidays })} />
        </>
      )}
    </FormSection>
  )
}
