import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import { useTexts } from '../i18n/use-texts.ts'
import classes from './tickets.module.css'

/** A queue by its colour and its name. */
export function QueueName({ queue }: { queue: Pick<TicketQueue, 'name' | 'color'> | undefined }) {
  const { t } = useTexts()
  if (!queue) return <span>{t('tickets.noQueue')}</span>
  return (
    <span className={classes.labelled}>
      <span className={classes.dot} style={{ background: queue.color }} aria-hidden />
      <bdi className={classes.word}>{queue.name}</bdi>
    </span>
  )
}
