import { Box, Skeleton } from '@mantine/core'
import { later } from './later.tsx'

/** The first and the last day, YYYY-MM-DD. */
export interface DateRange {
  from: string
  to: string
}

export interface RangePickerProps {
  range: DateRange
  /** The last day of the calendar, YYYY-MM-DD. */
  today: string
  onRange: (range: DateRange) => void
}

/** Height of a field with its label, in pixels. */
const HEIGHT = 60.8

/** The first pages show it over their figures, so its calendar comes after them. */
const RangeField = later(async () => (await import('./RangeField.tsx')).RangeField, undefined, {
  placeholder: <Skeleton height={HEIGHT} />,
  texts: [],
})

/** A choice of days. */
export const RangePicker = (props: RangePickerProps) => (
  <Box w={{ base: '100%', xs: 270 }}>
    <RangeField {...props} />
  </Box>
)
