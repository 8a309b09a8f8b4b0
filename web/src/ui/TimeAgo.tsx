import { Text, Tooltip } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useZone } from '../campaigns/use-zone.ts'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime, formatRelative } from './dates.ts'

/** How long ago something was, with the exact time for those who point at it. */
export function TimeAgo({ instant }: { instant: string }) {
  const zone = useZone()
  const { language } = useTexts()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true })
  return (
    <Tooltip label={formatDateTime(instant, zone)}>
      <Text span size="sm" tabIndex={0}>
        <time dateTime={instant}>{formatRelative(instant, now, LOCALES[language])}</time>
      </Text>
    </Tooltip>
  )
}
