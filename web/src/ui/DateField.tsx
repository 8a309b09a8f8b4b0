import type { BoxProps } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useCalendarNames } from './calendar-names.ts'
import { DATE_FORMAT, formatDate } from './dates.ts'
import { required } from './required.ts'
import { type DayFault, type DayLimits, readDay } from './typed-day.ts'

interface DateFieldProps extends DayLimits {
  label: string
  placeholder?: string
  w?: BoxProps['w']
  /** YYYY-MM-DD */
  value: string | null
  /** The form's own error. An error of the typed text takes its place. */
  error?: ReactNode
  isRequired?: boolean
  /** Name of the button that empties the field. Without it, there is no such button. */
  clearLabel?: string
  /** Whether the calendar stands beside the field in the document, and not at the end of the document. */
  isCalendarInPlace?: boolean
  /** Name of the field in its form. */
  path?: string
  /** Gets an accepted day; null if the field is empty or its text is not accepted. */
  onChange: (day: string | null) => void
}

/**
 * A day, typed or chosen in a calendar. A text that is not accepted stays in the field, with an error and without a value.
 * Mantine's own parser would take 31/11/2025 as 01/12/2025, and keep the old value for a text that it cannot read.
 */
export function DateField(props: DateFieldProps) {
  const { firstDay, lastDay, clearLabel } = props
  const { day, fault, isTyping, type, choose, leave } = useDayInput(props)
  const textOfFault = useTextOfFault(props)
  // The calendar waits for a click or a key: on focus it would cover the error.
  const [isUsed, setIsUsed] = useState(false)
  const error = fault ? textOfFault(fault) : props.error
  return (
    <DateInput
      {...useCalendarNames()}
      label={props.label}
      placeholder={props.placeholder}
      w={props.w}
      valueFormat={DATE_FORMAT}
      minDate={firstDay}
      maxDate={lastDay}
      dateParser={(typed) => readDay(typed, props).day}
      // Mantine's handler of the same key leaves the value alone if its parser answers null.
      onInput={({ currentTarget }) => type(currentTarget.value)}
      fixOnBlur={!fault}
      clearable={clearLabel !== undefined}
      clearButtonProps={{ 'aria-label': clearLabel }}
      {...(props.isRequired && required)}
      value={day}
      onChange={choose}
      // The beginning of a date is not an error yet.
      error={isTyping ? undefined : error}
      data-path={props.path}
      // Mantine's dialog role needs a label that this calendar does not have.
      popoverProps={{ disabled: !isUsed, withRoles: false, withinPortal: !props.isCalendarInPlace }}
      onClick={() => setIsUsed(true)}
      onKeyDown={({ key }) => {
        // Enter submits the form.
        setIsUsed(key !== 'Enter')
        if (key === 'Enter') leave()
      }}
      onBlur={() => {
        setIsUsed(false)
        leave()
      }}
    />
  )
}

interface DayInput {
  day: string | null
  /** The text in the field, if it is not accepted. */
  refused: string | undefined
  /** Whether the text has changed since the last Enter, and the field has the focus. */
  isTyping: boolean
}

/** The field's day, which changes at once, and the fault of its text. The value may follow later, as in the URL. */
function useDayInput({ value, onChange, firstDay, lastDay }: DateFieldProps) {
  const [input, setInput] = useState<DayInput>({ day: value, refused: undefined, isTyping: false })
  const { day, refused, isTyping } = input
  const limits = { firstDay, lastDay }
  const reported = useRef(value)
  // The browser's back button changes the value from outside.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setInput({ day: value, refused: undefined, isTyping: false })
  }, [value])
  const enter = (entered: DayInput) => {
    setInput(entered)
    if (entered.day === reported.current) return
    reported.current = entered.day
    onChange(entered.day)
  }
  const read = (text: string, isStillTyped: boolean) => {
    const typed = readDay(text, limits)
    enter({ day: typed.day, refused: typed.fault && text, isTyping: isStillTyped })
  }
  // Another field may have moved a limit behind the refused day.
  const readAgain = useEffectEvent(() => {
    if (refused !== undefined) read(refused, isTyping)
  })
  useEffect(() => readAgain(), [firstDay, lastDay])
  return {
    day,
    fault: refused === undefined ? undefined : readDay(refused, limits).fault,
    isTyping,
    type: (text: string) => read(text, true),
    choose: (chosen: string | null) => enter({ day: chosen, refused: undefined, isTyping: false }),
    leave: () => setInput((before) => ({ ...before, isTyping: false })),
  }
}

/** The error of a text that is not accepted, in words. */
function useTextOfFault({ firstDay, lastDay }: DayLimits): (fault: DayFault) => string {
  const { t } = useTexts()
  return (fault) => {
    if (fault === 'tooEarly' && firstDay) return t('form.atLeast', { minimum: formatDate(firstDay) })
    if (fault === 'tooLate' && lastDay) return t('form.atMost', { maximum: formatDate(lastDay) })
    return t('form.invalidDate')
  }
}
