import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { KEPT_SELECTED } from '../kept-selected.ts'
import { isFaulty, isWholeDay, type Period, shownEnd, storedEnd } from './periods.ts'

interface PeriodFieldsProps<P extends Period> {
  /** The day's name, for labels. */
  day: string
  periods: P[]
  onChange: (periods: P[]) => void
}

/** The periods of one day, each with its beginning and end. */
export function PeriodFields<P extends Period>({ day, periods, onChange }: PeriodFieldsProps<P>) {
  const { t } = useTexts()
  const change = (index: number, part: Partial<Period>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...part } : period)))
  return periods.map((period, index) => (
    // A period has no id, only its position in the day.
    <div key={index}>
      <Group gap="xs" wrap="nowrap" align="center">
        <TimeOfDay
          label={t('settings.windows.from', { day, number: index + 1 })}
          value={period.from}
          isFaulty={isFaulty(period)}
          onChange={(from) => change(index, { from })}
        />
        <Text size="sm">{t('settings.windows.until')}</Text>
        <TimeOfDay
          label={t('settings.windows.to', { day, number: index + 1 })}
          value={shownEnd(period.to)}
          isFaulty={isFaulty(period)}
          onChange={(to) => change(index, { to: storedEnd(to) })}
        />
        <Tooltip label={t('settings.windows.remove')}>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`${t('settings.windows.remove')}: ${day} ${period.from}`}
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
      {isWholeDay(period) && (
        <Text size="sm" c="dimmed">
          {t('settings.windows.wholeDay')}
        </Text>
      )}
    </div>
  ))
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
      hoursInputProps={KEPT_SELECTED}
      minutesInputProps={KEPT_SELECTED}
      value={value}
      error={hasError}
      onChange={onChange}
      miw={76}
    />
  )
}
