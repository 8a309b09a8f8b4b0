import { Text } from '@mantine/core'
import { useZone } from '../campaigns/use-zone.ts'
import { formatDateTime } from './dates.ts'

/** An instant in the company's zone, or a dash where there is none. */
export function DateTime({ instant }: { instant: string | null }) {
  return <DateTimeIn zone={useZone()} instant={instant} />
}

/** The same for long tables, which look up the zone once for all of their rows. */
export function DateTimeIn({ instant, zone }: { instant: string | null; zone: string }) {
  if (!instant) return <Text span>—</Text>
  return (
    <Text span size="sm">
      <time dateTime={instant}>{formatDateTime(instant, zone)}</time>
    </Text>
  )
}
