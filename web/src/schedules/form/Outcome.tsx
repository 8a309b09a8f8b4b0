import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScheduleWords } from '../use-schedule-words.ts'
import { AUTOMATIC, type ScheduleValues } from './values.ts'

interface OutcomeProps {
  values: ScheduleValues
  /** The name of who made the schedule; undefined for the user. */
  maker: string | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** What will happen, in words: when the message leaves, over which connection, and what follows. */
export function Outcome({ values, maker, now }: OutcomeProps) {
  const { t } = useTexts()
  const words = useScheduleWords()
  const { data: connections } = useQuery(connectionsQuery)
  const { sendAt, whatsappId, openTicket, cancelIfReplied } = values
  if (!connections || !sendAt || Date.parse(sendAt) <= now) return null
  const moment = words.moment(sendAt, now)
  const standard = connections.find(({ isDefault }) => isDefault)
  const chosen = connections.find(({ id }) => id === whatsappId)
  const only = connections.length === 1 ? connections[0] : undefined
  const leaves = (): string => {
    const sure = chosen ?? (whatsappId === AUTOMATIC ? only : undefined)
    if (sure) return t('schedules.form.leaves', { ...moment, connection: sure.name })
    return standard
      ? t('schedules.form.leavesAutomatically', { ...moment, connection: standard.name })
      : t('schedules.form.leavesNowhere')
  }
  const opens = maker ? t('schedules.form.opensFor', { name: maker }) : t('schedules.form.opensForMe')
  return (
    <Text size="sm" role="status">
      {[leaves(), openTicket && opens, cancelIfReplied && t('schedules.form.leavesUnless')]
        .filter(Boolean)
        .join(' ')}
    </Text>
  )
}
