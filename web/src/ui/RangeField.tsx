import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useCalendarNames } from './calendar-names.ts'
import { DATE_FORMAT } from './dates.ts'
import type { RangePickerProps } from './RangePicker.tsx'

/** The field and its calendar. */
export function RangeField({ range, today, onRange }: RangePickerProps) {
  const { t } = useTexts()
  /** The first chosen day, until the second one is chosen. */
  const [half, setHalf] = useState<string>()
  const choose = ([from, to]: [string | null, string | null]) => {
    setHalf(from && !to ? from : undefined)
    if (from && to) onRange({ from, to })
  }
  return (
    <DatePickerInput
      {...useCalendarNames()}
      type="range"
      label={t('dashboard.range')}
      valueFormat={DATE_FORMAT}
      value={half ? [half, null] : [range.from, range.to]}
      onChange={choose}
      maxDate={today}
      allowSingleDateInRange
      leftSection={<IconCalendar size={18} aria-hidden />}
      // Mantine's dialog role needs a label that this picker does not have, so the popover is part of the page.
      popoverProps={{ onClose: () => setHalf(undefined), withRoles: false, withinPortal: false }}
    />
  )
}
