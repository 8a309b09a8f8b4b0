import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useLastWords } from '../messages/preview-words.ts'
import classes from './tickets.module.css'

/**
 * The line with the attendant's name above a signed answer (`tickets/answering/signature.ts`). A signed answer needs no other
 * author.
 */
const SIGNED = /^\*\S+:\*\n/

/** The last message of a ticket in a few words, whether it is ours, and whether it left. */
export function LastMessage({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts()
  const words = useLastWords(ticket)
  const isOurs = ticket.lastFromMe && !ticket.lastFailed && !SIGNED.test(ticket.preview)
  return (
    <>
      {ticket.lastFailed && <IconAlertCircle size={14} className={classes.failedSign} aria-hidden />}
      {ticket.lastFailed && <span className={classes.failed}>{t('tickets.list.failed')}</span>}
      {isOurs && `${t('tickets.us')}:`} <bdi>{words}</bdi>
    </>
  )
}
