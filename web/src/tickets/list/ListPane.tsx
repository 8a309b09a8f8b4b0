import { Group, SegmentedControl, Title } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useDirectory } from '../directory.ts'
import { useTickets } from '../queries.ts'
import { filterCount, showsAll, type TicketsSearch, viewOf } from '../search.ts'
import { ListFilters } from './ListFilters.tsx'
import { ListTabs } from './ListTabs.tsx'
import classes from './list.module.css'
import { NextButton } from './NextButton.tsx'
import { TicketList } from './TicketList.tsx'

interface ListPaneProps {
  search: TicketsSearch
  openUuid: string | undefined
  onSearch: (search: TicketsSearch) => void
}

/** The list of tickets with its tabs and filters. */
export function ListPane({ search, openUuid, onSearch }: ListPaneProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const directory = useDirectory()
  const view = useMemo(() => viewOf(search), [search])
  const list = useTickets(view)
  const paneRef = useRef<HTMLElement>(null)
  const { tab = 'atendendo', scope } = search
  // A ticket that became one's own stands in another tab.
  const opened = ({ uuid }: Ticket) => navigate({ to: '/tickets/$uuid', params: { uuid }, search: {} })
  return (
    <section ref={paneRef} className={classes.pane} aria-label={t('tickets.list.label')}>
      <Group justify="space-between" className={classes.head} gap="xs">
        <Title order={1} size="h5">
          {t('tickets.title')}
        </Title>
        <NextButton onOpened={opened} />
      </Group>
      <ListTabs search={search} onTab={(chosen) => onSearch({ ...search, tab: chosen, scope: undefined })} />
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
        onOpened={opened}
        listRef={paneRef}
      />
    </section>
  )
}
