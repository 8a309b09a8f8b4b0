import { Loader, Text, VisuallyHidden } from '@mantine/core'
import type { SearchResult } from '@recado/shared/search/routes'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { personOfContact } from '../opening/person-of-contact.ts'
import { useNewConversation } from '../opening/use-new-conversation.tsx'
import { searchQuery } from '../queries.ts'
import type { TicketsSearch } from '../search.ts'
import { ContactResult } from './ContactResult.tsx'
import classes from './finding.module.css'
import { MessageResult } from './MessageResult.tsx'
import { TicketResult } from './TicketResult.tsx'

interface SearchResultsProps {
  q: string
  search: TicketsSearch
  /** The ticket in whose conversation alone is searched; undefined for everywhere. */
  ticketId: string | undefined
}

/** What a search found, in groups. Each result is a link. */
export function SearchResults({ q, search, ticketId }: SearchResultsProps) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(searchQuery(q, ticketId))
  const count = data ? data.contacts.length + data.tickets.length + data.messages.length : 0
  const status = data ? t('tickets.search.found', { count }) : t('common.loading')
  return (
    <div className={classes.results}>
      <VisuallyHidden role="status">{error ? '' : status}</VisuallyHidden>
      {error && !data && (
        <div className={classes.notice}>
          <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
        </div>
      )}
      {!data && !error && <Loader size="sm" className={classes.loader} aria-hidden />}
      {data && (
        <>
          <Found result={data} q={q} search={search} />
          {count === 0 && (
            <Text className={classes.notice} ta="center" c="dimmed">
              {t('tickets.search.nothing', { q })}
            </Text>
          )}
          {data.shortWords.length > 0 && (
            <Text className={classes.notice} size="xs" c="dimmed">
              {t('tickets.search.shortWords', { words: data.shortWords.join(', ') })}
            </Text>
          )}
        </>
      )}
    </div>
  )
}

interface FoundProps extends Omit<SearchResultsProps, 'ticketId'> {
  result: SearchResult
}

function Found({ result: { contacts, tickets, messages }, q, search }: FoundProps) {
  const { t } = useTexts()
  const { begin, dialog } = useNewConversation()
  return (
    <>
      <ResultGroup title={t('tickets.search.contacts')}>
        {contacts.map((contact) => (
          <ContactResult
            key={contact.id}
            contact={contact}
            q={q}
            onBegin={() => begin(personOfContact(contact))}
          />
        ))}
      </ResultGroup>
      <ResultGroup title={t('tickets.search.tickets')}>
        {tickets.map((ticket) => (
          <TicketResult key={ticket.id} ticket={ticket} q={q} search={search} />
        ))}
      </ResultGroup>
      <ResultGroup title={t('tickets.search.messages')}>
        {messages.map((message) => (
          <MessageResult key={`${message.ticketId} ${message.messageId}`} message={message} search={search} />
        ))}
      </ResultGroup>
      {dialog}
    </>
  )
}

const ResultGroup = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <section aria-label={title}>
      <h2 className={classes.group}>{title}</h2>
      <ul className={classes.list}>{children}</ul>
    </section>
  )
