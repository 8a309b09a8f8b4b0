import { Text, Tooltip } from '@mantine/core'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime, formatRelative } from '../ui/dates.ts'
import { useNow } from '../ui/use-now.ts'
import { useZone } from './use-zone.ts'

/** The time since an instant, with the exact time as a tooltip. */
export function TimeAgo({ instant }: { instant: string }) {
  const zone = useZone()
  const { language } = useTexts()
  const now = useNow()
  return (
    <Tooltip label={formatDateTime(instant, zone)}>
      <Text span size="sm" tabIndex={0}>
        <time dateTime={instant}>{formatRelative(instant, now, LOCALES[language])}</time>
      </Text>
    </Tooltip>
  )
}
