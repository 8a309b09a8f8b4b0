import { ActionIcon, Button, Fieldset, Group, Menu, Stack, Text, Tooltip } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import type { SendPeriod } from '@recado/shared/calendar/weekly-periods'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { isFaulty, nextPeriod, shownEnd, storedEnd, WEEKDAYS, type Weekday } from './periods.ts'
import { useWeekdayNames } from './use-weekday-names.ts'

interface DayPeriodsProps {
  weekday: Weekday
  periods: SendPeriod[]
  /** Text for a day without periods. */
  nothing: string
  onChange: (periods: SendPeriod[]) => void
  onCopy: (days: Weekday[]) => void
}

const WORKDAYS: Weekday[] = [1, 2, 3, 4, 5]

/** The periods of one weekday. */
export function DayPeriods({ weekday, periods, nothing, onChange, onCopy }: DayPeriodsProps) {
  const { t } = useTexts()
  const nameOf = useWeekdayNames()
  const change = (index: number, part: Partial<SendPeriod>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...part } : period)))
  return (
    <Fieldset legend={nameOf(weekday)} p="sm">
      <Stack gap="xs">
        {periods.length === 0 && (
          <Text size="sm" c="dimmed">
            {nothing}
          </Text>
        )}
        {periods.map((period, index) => (
          // A period has no id, only its position in the day.
          <div key={index}>
            <Group gap="xs" wrap="nowrap" align="center">
              <TimeOfDay
                label={t('settings.windows.from', { day: nameOf(weekday), number: index + 1 })}
                value={period.from}
                isFaulty={isFaulty(period)}
                onChange={(from) => change(index, { from })}
              />
              <Text size="sm">{t('settings.windows.until')}</Text>
              <TimeOfDay
                label={t('settings.windows.to', { day: nameOf(weekday), number: index + 1 })}
                value={shownEnd(period.to)}
                isFaulty={isFaulty(period)}
                onChange={(to) => change(index, { to: storedEnd(to) })}
              />
              <Tooltip label={t('settings.windows.remove')}>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`${t('settings.windows.remove')}: ${nameOf(weekday)} ${period.from}`}
                  onClick={() => onChange(periods.filter((_, at) => at !== index))}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </Group>
            {isFaulty(period) && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {t('settings.windows.faulty')}
              </Text>
            )}
          </div>
        ))}
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...periods, nextPeriod(weekday, periods)])}
          >
            {t('settings.windows.add')}
          </Button>
          <Menu>
            <Menu.Target>
              <Button size="compact-sm" variant="subtle" leftSection={<IconCopy size={14} aria-hidden />}>
                {t('settings.windows.copy')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onCopy(WORKDAYS)}>{t('settings.windows.toWorkdays')}</Menu.Item>
              <Menu.Item onClick={() => onCopy([...WEEKDAYS])}>{t('settings.windows.toAllDays')}</Menu.Item>
              <Menu.Divider />
              {WEEKDAYS.filter((day) => day !== weekday).map((day) => (
                <Menu.Item key={day} onClick={() => onCopy([day])}>
                  {nameOf(day)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Stack>
    </Fieldset>
  )
}

interface TimeOfDayProps {
  label: string
  value: string
  isFaulty: boolean
  onChange: (value: string) => void
}

/** A time of day in 24 hours, whatever the browser's locale. */
function TimeOfDay({ label, value, isFaulty: hasError, onChange }: TimeOfDayProps) {
  const { t } = useTexts()
  return (
    <TimePicker
      role="group"
      aria-label={label}
      hoursInputLabel={`${label}, ${t('settings.windows.hours')}`}
      minutesInputLabel={`${label}, ${t('settings.windows.minutes')}`}
      value={value}
      error={hasError}
      onChange={onChange}
      miw={76}
    />
  )
}
