import { Button, Fieldset, Group, Menu, Stack, Text } from '@mantine/core'
import type { SendPeriod } from '@recado/shared/calendar/weekly-periods'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { nextPeriod, WEEKDAYS, type Weekday } from './periods.ts'
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
  return (
    <Fieldset legend={nameOf(weekday)} p="sm">
      <Stack gap="xs">
        {periods.length === 0 && (
          <Text size="sm" c="dimmed">
            {nothing}
          </Text>
        )}
        <PeriodFields day={nameOf(weekday)} periods={periods} onChange={onChange} />
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...periods, { weekday, ...nextPeriod(periods) }])}
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
