import { DateTimePicker } from '@mantine/dates'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useCalendarNames } from './calendar-names.ts'
import { DATE_TIME_FORMAT } from './dates.ts'
import { KEPT_SELECTED } from './kept-selected.ts'

interface WallTimeFieldProps {
  label: string
  description?: string
  placeholder?: string
  /** Name of the button that closes the calendar. */
  setLabel: string
  /** The first and the last day, YYYY-MM-DD. */
  firstDay: string
  lastDay?: string
  /** The time of a day that is chosen first, HH:mm:ss. Without it, the present time. */
  firstTime?: string
  /** `2026-11-24 15:30:00` */
  value: string | null
  error: ReactNode
  disabled?: boolean
  isRequired?: boolean
  /** Name of the field in its form. */
  path?: string
  onChange: (wall: string | null) => void
}

/** In a calendar that is open over a dialog, Escape closes the calendar alone. */
const TIME_INPUT = { ...KEPT_SELECTED, 'data-mantine-stop-propagation': true }

/** A day and a time of day, chosen in a calendar. Escape restores the value that the calendar opened with. */
export function WallTimeField(props: WallTimeFieldProps) {
  const { t } = useTexts()
  const { firstDay, lastDay, value, onChange } = props
  const atOpening = useRef<{ value: string | null }>(undefined)
  const restore = ({ key, target, currentTarget }: KeyboardEvent) => {
    // For React the calendar is a part of the field, and for the page it is not.
    const isInCalendar = target instanceof Node && !currentTarget.contains(target)
    if (key === 'Escape' && isInCalendar && atOpening.current) onChange(atOpening.current.value)
  }
  const [focused] = value?.split(' ') ?? [firstDay]
  return (
    <DateTimePicker
      {...useCalendarNames()}
      label={props.label}
      description={props.description}
      placeholder={props.placeholder}
      submitButtonProps={{ 'aria-label': props.setLabel }}
      timePickerProps={{
        hoursInputLabel: t('settings.windows.hours'),
        minutesInputLabel: t('settings.windows.minutes'),
        hoursInputProps: TIME_INPUT,
        minutesInputProps: TIME_INPUT,
      }}
      valueFormat={DATE_TIME_FORMAT}
      // Whole days: the picker replaces a typed time outside its limits without a word.
      minDate={firstDay}
      maxDate={lastDay && `${lastDay} 23:59`}
      defaultTimeValue={props.firstTime}
      // The keyboard begins at the day, not at the choice of a month, and returns to the field.
      getDayProps={(day) => (day === focused ? { 'data-autofocus': true } : {})}
      popoverProps={{
        returnFocus: true,
        onOpen: () => {
          atOpening.current = { value }
        },
      }}
      wrapperProps={{ onKeyDownCapture: restore }}
      value={value}
      onChange={onChange}
      error={props.error}
      disabled={props.disabled}
      withAsterisk={props.isRequired}
      data-path={props.path}
    />
  )
}
