import type { FoundMessage } from '@recado/shared/search/routes'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import { shortMoment } from '../moments.ts'
import type { TicketsSearch } from '../search.ts'
import { ticketTitle } from '../ticket-title.ts'
import classes from './finding.module.css'
import { Marked } from './Marked.tsx'

interface MessageResultProps {
  message: FoundMessage
  search: TicketsSearch
}

/** A message that was found by its words. Its conversation opens around it. */
export function MessageResult({ message, search }: MessageResultProps) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const { messageId, ticketUuid, at, fromMe, contactName, authorName, excerpt, matches } = message
  const author = authorName ?? (fromMe ? t('tickets.us') : undefined)
  return (
    <li>
      <Link
        to="/tickets/$uuid"
        params={{ uuid: ticketUuid }}
        search={{ ...search, message: messageId }}
        className={classes.result}
        data-result
      >
        <span className={classes.line}>
          <span className={classes.title}>
            <bdi>{ticketTitle(contactName)}</bdi>
          </span>
          <time dateTime={at} className={classes.facts}>
            {shortMoment(at, now, zone)}
          </time>
        </span>
        <span className={classes.excerpt}>
          {author && (
            <>
              <bdi>{author}</bdi>:{' '}
            </>
          )}
          <Marked text={excerpt} ranges={matches} />
        </span>
      </Link>
    </li>
  )
}
