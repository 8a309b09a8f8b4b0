import { Text } from '@mantine/core'
import { formatDateTime } from '../ui/dates.ts'
import { useZone } from './use-zone.ts'

/** An instant in the company's zone; a dash for null. */
export function DateTime({ instant }: { instant: string | null }) {
  return <DateTimeIn zone={useZone()} instant={instant} />
}

/** An instant in a given zone, for long tables, which look up the zone once for all rows. */
export function DateTimeIn({ instant, zone }: { instant: string | null; zone: string }) {
  if (!instant) return <Text span>—</Text>
  return (
    <Text span size="sm">
      <time dateTime={instant}>{formatDateTime(instant, zone)}</time>
    </Text>
  )
}
