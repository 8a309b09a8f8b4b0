import { Text, Tooltip } from '@mantine/core'
import { useZone } from '../campaigns/use-zone.ts'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime, formatRelative } from './dates.ts'
import { useNow } from './use-now.ts'

/** How long ago something was, with the exact time for those who point at it. */
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
