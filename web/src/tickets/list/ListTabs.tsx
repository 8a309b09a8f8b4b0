import { Tabs } from '@mantine/core'
import { COUNTED_UP_TO, TICKET_TABS, type TicketTab, ticketTab } from '@recado/shared/tickets/contract/ticket'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useTicketCounters } from '../queries.ts'
import { showsAll, type TicketsSearch } from '../search.ts'
import classes from './list.module.css'

interface ListTabsProps {
  search: TicketsSearch
  onTab: (tab: TicketTab) => void
}

/** The tabs with their numbers. Put-off tickets have one only while there are any. */
export function ListTabs({ search, onTab }: ListTabsProps) {
  const { t } = useTexts()
  const counters = useTicketCounters()
  const current = search.tab ?? 'atendendo'
  const listRef = useRef<HTMLDivElement>(null)
  // Long numbers make the tabs wider than the list.
  useEffect(() => {
    const tabs = [...(listRef.current?.children ?? [])]
    tabs[TICKET_TABS.indexOf(current)]?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [current])
  const shown = TICKET_TABS.filter(
    (tab) => tab !== 'adiados' || tab === current || (counters?.adiados.tickets ?? 0) > 0,
  )
  const countOf = (tab: TicketTab): number => {
    const count = counters?.[tab]
    if (!count) return 0
    const scope = tab === current ? search.scope : undefined
    if (showsAll(tab, scope)) return count.tickets
    // The number of resolved tickets asks for no action, so the tab shows none.
    return tab === 'resolvidos' ? 0 : count.mine
  }
  return (
    <Tabs
      value={current}
      onChange={(tab) => {
        const chosen = ticketTab.safeParse(tab)
        if (chosen.success) onTab(chosen.data)
      }}
      classNames={{ list: classes.tabs, tab: classes.tab }}
    >
      <Tabs.List ref={listRef} aria-label={t('tickets.tabs.label')}>
        {shown.map((tab) => {
          const count = countOf(tab)
          return (
            <Tabs.Tab key={tab} value={tab}>
              {t(`tickets.tabs.${tab}`)}
              {count > 0 && (
                <span className={classes.count}>{count > COUNTED_UP_TO ? `${COUNTED_UP_TO}+` : count}</span>
              )}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
    </Tabs>
  )
}
