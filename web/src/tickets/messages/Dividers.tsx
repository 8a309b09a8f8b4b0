import { useTexts } from '../../i18n/use-texts.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import type { Directory } from '../directory.ts'
import { nearDay, shortMoment } from '../moments.ts'
import classes from './messages.module.css'
import type { Divider } from './rows.ts'

export function DayDivider({ day }: { day: string }) {
  const { t } = useTexts()
  const near = nearDay(day, useNow(), useZone())
  return (
    <div className={classes.day}>
      <span>{near ? t(`tickets.days.${near}`) : day}</span>
    </div>
  )
}

interface TicketDividerProps {
  divider: Divider
  directory: Directory
}

/** Where the messages of a ticket begin: its number, its attendant, and how it ended. */
export function TicketDivider({ divider, directory }: TicketDividerProps) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const { protocol, userId, queueId, closedAt, rate } = divider
  const words = [
    t('tickets.divider.title', { protocol }),
    userId && directory.attendants.get(userId)?.name,
    !userId && queueId && directory.queues.get(queueId)?.name,
    closedAt && t('tickets.divider.closed', { time: shortMoment(closedAt, now, zone) }),
    rate !== null && t('tickets.divider.rate', { rate }),
  ]
  return (
    <div className={classes.divider}>
      <span>{words.filter(Boolean).join(' · ')}</span>
    </div>
  )
}

export function HiddenDivider({ count }: { count: number }) {
  const { t } = useTexts()
  return <p className={classes.eventLine}>{t('tickets.hidden', { count })}</p>
}

export function UnreadDivider() {
  const { t } = useTexts()
  return (
    <div className={classes.unread} data-unread>
      <span>{t('tickets.newMessages')}</span>
    </div>
  )
}
