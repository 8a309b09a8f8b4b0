import { Group, Text } from '@mantine/core'
import type { AckLevel } from '@recado/shared/messages/ack-level'
import { type Icon, IconCheck, IconChecks, IconHeadphones, IconMessageReply } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './report.module.css'

/** The ticks that WhatsApp shows: one, two, or two in blue. */
const TICKS: Record<Exclude<AckLevel, 'none'>, Icon> = {
  server: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  played: IconHeadphones,
  replied: IconMessageReply,
}

/** The delivery level of a message, as WhatsApp reports it. */
export function Level({ level }: { level: AckLevel }) {
  const { t } = useTexts()
  if (level === 'none')
    return (
      <Text size="sm" c="dimmed">
        —
      </Text>
    )
  const Tick = TICKS[level]
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Tick size={18} aria-hidden className={classes.tick} data-level={level} />
      <Text size="sm" span>
        {t(`shippings.levels.${level}`)}
      </Text>
    </Group>
  )
}
