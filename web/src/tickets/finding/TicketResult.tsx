import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import { shortMoment } from '../moments.ts'
import type { TicketsSearch } from '../search.ts'
import { ticketTitle } from '../ticket-title.ts'
import classes from './finding.module.css'
import { Marked } from './Marked.tsx'
import { matchesIn } from './matches.ts'

interface TicketResultProps {
  ticket: Ticket
  q: string
  search: TicketsSearch
}

/** A ticket that was found by its protocol number. */
export function TicketResult({ ticket, q, search }: TicketResultProps) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const { uuid, protocol, name, status, lastAt } = ticket
  return (
    <li>
      <Link to="/tickets/$uuid" params={{ uuid }} search={search} className={classes.result} data-result>
        <span className={classes.line}>
          <span className={classes.title}>
            <bdi>{ticketTitle(name)}</bdi>
          </span>
          <time dateTime={lastAt} className={classes.facts}>
            {shortMoment(lastAt, now, zone)}
          </time>
        </span>
        <span className={classes.facts}>
          <Marked text={protocol} ranges={matchesIn(protocol, q)} /> ·{' '}
          {t(`contactBook.tickets.status.${status}`)}
        </span>
      </Link>
    </li>
  )
}
