import { Group, SegmentedControl, Title } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { useTicketActions } from '../actions/use-ticket-actions.tsx'
import { useDirectory } from '../directory.ts'
import finding from '../finding/finding.module.css'
import { ScopeSwitch } from '../finding/ScopeSwitch.tsx'
import { SearchField } from '../finding/SearchField.tsx'
import { SearchResults } from '../finding/SearchResults.tsx'
import { searchedIn } from '../finding/searched.ts'
import { useResultKeys } from '../finding/use-result-keys.ts'
import { KeySheet } from '../keyboard/KeySheet.tsx'
import { useDeskKey } from '../keyboard/use-desk-key.ts'
import { ticketQuery, useTickets } from '../queries.ts'
import { type Find, filterCount, showsAll, type TicketsSearch, viewOf } from '../search.ts'
import { ListFilters } from './ListFilters.tsx'
import { ListTabs } from './ListTabs.tsx'
import classes from './list.module.css'
import { NewButton } from './NewButton.tsx'
import { NextButton } from './NextButton.tsx'
import { TicketList } from './TicketList.tsx'

interface ListPaneProps {
  search: TicketsSearch
  openUuid: string | undefined
  onSearch: (search: TicketsSearch) => void
  onFind: (find: Find) => void
}

/** The list of tickets with its tabs and filters. While the user searches, the results stand over it. */
export function ListPane(props: ListPaneProps) {
  const { openUuid, onSearch, onFind } = props
  // The shown message belongs to the open ticket, and to no other one.
  const search = useMemo(() => withoutMessage(props.search), [props.search])
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const directory = useDirectory()
  const view = useMemo(() => viewOf(search), [search])
  const list = useTickets(view)
  const paneRef = useRef<HTMLElement>(null)
  const { tab = 'atendendo', scope } = search
  const q = searchedIn(search.q)
  const fieldRef = useRef<HTMLDivElement>(null)
  const toField = () => fieldRef.current?.querySelector('input')?.focus()
  useDeskKey('search', toField)
  const { data: open } = useQuery({ ...ticketQuery(openUuid ?? ''), enabled: openUuid !== undefined })
  const setWithin = (isWithin: boolean) => {
    onFind({ q: search.q, within: isWithin ? 'true' : undefined })
    toField()
  }
  useDeskKey('find', open && (() => setWithin(true)))
  const searchedTicket = search.within ? open?.id : undefined
  const results = useResultKeys(toField)
  const leaveResults = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return results.onKeyDown(event)
    // The page takes the key to leave the ticket.
    event.preventDefault()
    event.stopPropagation()
    toField()
    onFind(NOTHING)
  }
  // A ticket that became one's own stands in another tab. If it was open already, it is no further step of the history.
  const opened = ({ uuid }: Ticket) =>
    navigate({ to: '/tickets/$uuid', params: { uuid }, search: {}, replace: uuid === openUuid })
  const { actionsOf, dialogs } = useTicketActions(directory, { onOpened: opened })
  return (
    <section ref={paneRef} className={classes.pane} aria-label={t('tickets.list.label')}>
      <Group justify="space-between" className={classes.head} gap={6}>
        <Title order={1} size="h5">
          {t('tickets.title')}
        </Title>
        <Group gap={4} wrap="nowrap">
          <NewButton />
          <NextButton onOpened={opened} />
        </Group>
      </Group>
      <div ref={fieldRef} className={finding.field}>
        <SearchField
          q={q}
          isWithin={searchedTicket !== undefined}
          onQuery={(wanted) => onFind(wanted ? { q: wanted, within: search.within } : NOTHING)}
          onDown={results.focusFirst}
          onEnter={results.openFirst}
        />
        <KeySheet />
      </div>
      <div className={finding.stack}>
        <div className={finding.stack} inert={q !== undefined}>
          <ListTabs
            search={search}
            onTab={(chosen) => onSearch({ ...search, tab: chosen, scope: undefined })}
          />
          <Group justify="space-between" className={classes.head} gap="xs">
            {tab === 'grupos' ? (
              <span />
            ) : (
              <SegmentedControl
                size="xs"
                aria-label={t('tickets.scope.label')}
                value={showsAll(tab, scope) ? 'all' : 'mine'}
                onChange={(chosen) => onSearch({ ...search, scope: chosen === 'all' ? 'all' : 'mine' })}
                data={[
                  { value: 'mine', label: t('tickets.scope.mine') },
                  { value: 'all', label: t('tickets.scope.all') },
                ]}
              />
            )}
            <ListFilters search={search} directory={directory} onSearch={onSearch} />
          </Group>
          <TicketList
            key={tab}
            list={list}
            directory={directory}
            search={search}
            openUuid={openUuid}
            isFiltered={filterCount(search) > 0}
            onShowAll={() => onSearch({ ...search, scope: 'all' })}
            actionsOf={actionsOf}
            listRef={paneRef}
            isCovered={q !== undefined}
          />
        </div>
        {q !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: keys of the links in it
          <div ref={results.boxRef} className={finding.over} onKeyDown={leaveResults}>
            {open && <ScopeSwitch isWithin={searchedTicket !== undefined} onWithin={setWithin} />}
            <SearchResults q={q} search={search} ticketId={searchedTicket} />
          </div>
        )}
      </div>
      {dialogs}
    </section>
  )
}

const NOTHING: Find = { q: undefined, within: undefined }

const withoutMessage = ({ message: _, ...search }: TicketsSearch): TicketsSearch => search
