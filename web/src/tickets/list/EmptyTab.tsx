import { Button } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { useDeskActor, useDirectory } from '../directory.ts'
import { showsAll, type TicketsSearch } from '../search.ts'

interface EmptyTabProps {
  search: TicketsSearch
  isFiltered: boolean
  onShowAll: () => void
}

/** Why a tab is empty, and what would fill it. */
export function EmptyTab({ search: { tab = 'atendendo', scope }, isFiltered, onShowAll }: EmptyTabProps) {
  const { t } = useTexts()
  const actor = useDeskActor()
  const connections = [...useDirectory().connections.values()]
  const hasNoQueue = actor && !actor.seesAll && actor.queueIds.length === 0
  // All users see the tickets of a connection without queues (part 4 §5).
  const missesTickets = hasNoQueue && connections.some(({ queues }) => queues.length > 0)
  const seesNone = missesTickets && connections.every(({ queues }) => queues.length > 0)
  const isMine = !showsAll(tab, scope)
  const text = missesTickets ? t('tickets.empty.noQueue') : t(`tickets.empty.${tab}`)
  return (
    <EmptyList drawing="tray" text={text} isFiltered={isFiltered}>
      {isMine && !seesNone && (
        <Button variant="default" onClick={onShowAll}>
          {t('tickets.empty.showAll')}
        </Button>
      )}
    </EmptyList>
  )
}
