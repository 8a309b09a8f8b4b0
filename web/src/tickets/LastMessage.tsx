import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useLastWords } from '../messages/preview-words.ts'
import classes from './tickets.module.css'

/** The last message of a ticket in a few words, whether it is ours, and whether it left. */
export function LastMessage({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts()
  const words = useLastWords(ticket)
  return (
    <>
      {ticket.lastFailed && <IconAlertCircle size={14} className={classes.failedSign} aria-hidden />}
      {ticket.lastFailed && <span className={classes.failed}>{t('tickets.list.failed')}</span>}
      {ticket.lastFromMe && !ticket.lastFailed && `${t('tickets.us')}:`} <bdi>{words}</bdi>
    </>
  )
}
