import { Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { QUERY_MAX, type SearchResult } from '@recado/shared/search/routes'
import { searchable } from '@recado/shared/searchable'
import type { ForwardInput } from '@recado/shared/tickets/contract/message-routes'
import type { Ticket, TicketTab } from '@recado/shared/tickets/contract/ticket'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ListProblem } from '../../../ui/ListProblem.tsx'
import { searchedIn } from '../../finding/searched.ts'
import { personOfContact } from '../../opening/person-of-contact.ts'
import { searchQuery, useTickets } from '../../queries.ts'
import { ticketTitle } from '../../ticket-title.ts'
import { Choices } from './Choices.tsx'

/** A conversation or a contact that gets messages. */
export interface ForwardTarget {
  id: string
  label: string
  to: ForwardInput['to'][number]
}

interface ForwardTargetsProps {
  /** The ticket that the messages come from. */
  source: Ticket
  chosen: ForwardTarget[]
  onChoose: (targets: ForwardTarget[]) => void
}

const viewOf = (tab: TicketTab) => ({ tab, all: false, queueIds: [], tagIds: [], unread: false })
const OWN = viewOf('atendendo')
const GROUPS = { ...viewOf('grupos'), all: true }
const DEBOUNCE_MS = 250

/** At first the user's own conversations and groups; a search also finds contacts, and tickets by their protocol. */
export function ForwardTargets({ source, chosen, onChoose }: ForwardTargetsProps) {
  const { t } = useTexts()
  const [words, setWords] = useState('')
  const [typed] = useDebouncedValue(words, DEBOUNCE_MS)
  const q = searchedIn(typed)
  const own = useTickets(OWN)
  const groups = useTickets(GROUPS)
  const search = useQuery({ ...searchQuery(q ?? '', undefined), enabled: q !== undefined })
  const loaded = [...own.records, ...groups.records].filter(({ name }) =>
    searchable(name).includes(searchable(words.trim())),
  )
  const found = foundTargets(source, loaded, q === undefined ? undefined : search.data)
  // What was chosen before stays in view, whatever is searched for next.
  const all = new Map([...chosen, ...found].map((target) => [target.id, target]))
  const isSearching = q !== undefined && search.isPending
  return (
    <>
      <TextInput
        label={t('tickets.forward.search')}
        description={t('tickets.forward.searchHint')}
        maxLength={QUERY_MAX}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        data-autofocus
      />
      {search.error && (
        <ListProblem error={search.error} onRetry={search.refetch} isRetrying={search.isFetching} />
      )}
      {isSearching || own.isPending || groups.isPending ? (
        <Loader size="sm" aria-label={t('common.loading')} />
      ) : (
        all.size === 0 && q !== undefined && <Text c="dimmed">{t('tickets.forward.none')}</Text>
      )}
      {all.size > 0 && (
        <Choices
          label={t('tickets.forward.toWhom')}
          choices={[...all.values()]}
          chosen={chosen.map(({ id }) => id)}
          onChoose={(ids) => onChoose(ids.flatMap((id) => all.get(id) ?? []))}
        />
      )}
    </>
  )
}

/** Each conversation once: a contact whose ticket is offered, and the source itself, are left out. */
function foundTargets(
  source: Ticket,
  loaded: readonly Ticket[],
  result: SearchResult | undefined,
): ForwardTarget[] {
  const tickets = [...loaded, ...(result?.tickets ?? [])].filter(
    ({ id, status }) => id !== source.id && status === 'open',
  )
  const covered = new Set([source, ...tickets].map(({ contactId }) => contactId))
  const contacts = result?.contacts.filter(({ id }) => !covered.has(id)) ?? []
  return [
    ...tickets.map(({ id, name }) => ({
      id: `ticket:${id}`,
      label: ticketTitle(name),
      to: { ticketId: id },
    })),
    ...contacts.map((contact) => ({
      id: `contact:${contact.id}`,
      label: personOfContact(contact).title,
      to: { contactId: contact.id },
    })),
  ]
}
