import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { retryOf } from '../../ui/retry-of.ts'
import type { Directory } from '../directory.ts'
import { QueueName } from '../QueueName.tsx'
import { useStage } from '../queries.ts'
import type { TicketView } from '../ticket-view.ts'
import classes from './kanban.module.css'
import { StageCard } from './StageCard.tsx'
import { StageMenu } from './StageMenu.tsx'
import { countIn, countText, type Stage, stageAttribute } from './stage.ts'
import type { Lifted } from './use-moves.ts'

export interface CardHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>, ticket: Ticket) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, ticket: Ticket) => void
  onBlur: () => void
  onMove: (ticket: Ticket, to: string | null) => void
}

interface StageColumnProps extends CardHandlers {
  stage: Stage
  stages: readonly Stage[]
  filters: Omit<TicketView, 'tab'>
  directory: Directory
  lifted: Lifted | undefined
  /** The id of the text that says how a card is moved. */
  howTo: string
  focusedId: RefObject<string | undefined>
}

/** A column with its number of tickets, the longest waiting first. */
export function StageColumn(props: StageColumnProps) {
  const { stage, stages, filters, directory, lifted, howTo, focusedId, ...handlers } = props
  const { t } = useTexts()
  const stageIds = useMemo(() => stages.flatMap(({ id }) => id ?? []), [stages])
  const list = useStage(
    useMemo(() => ({ ...filters, stage: stage.id, stageIds }), [filters, stage.id, stageIds]),
  )
  const { records, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const count = countIn(list)
  const counted = t('kanban.count', { count })
  return (
    <section
      className={classes.column}
      data-stage={stageAttribute(stage.id)}
      data-over={(lifted && lifted.over === stage.id && lifted.from !== stage.id) || undefined}
      aria-label={`${stage.name}, ${counted}`}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>
          {stage.tag ? <QueueName queue={stage.tag} /> : <span>{stage.name}</span>}
        </h2>
        {!isPending && (
          <span className={classes.count}>
            <span aria-hidden>{countText(count)}</span>
            <VisuallyHidden>{counted}</VisuallyHidden>
          </span>
        )}
        {stage.tag && <StageMenu stage={stage} stages={stages} />}
      </header>
      <div className={classes.scroll}>
        {isPending && <SkeletonCards />}
        {!isPending && !error && records.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="md">
            {t('kanban.noCards')}
          </Text>
        )}
        <ul className={classes.cards}>
          {records.map((ticket) => (
            <li key={ticket.id}>
              <StageCard
                ticket={ticket}
                stage={stage}
                stages={stages}
                directory={directory}
                isLifted={lifted?.ticket.id === ticket.id}
                howTo={howTo}
                focusedId={focusedId}
                {...handlers}
              />
            </li>
          ))}
        </ul>
        {Boolean(error) && <ListProblem error={error} onRetry={retryOf(list)} isRetrying={list.isFetching} />}
        {hasNextPage && !error && (
          <Button
            variant="subtle"
            size="compact-sm"
            fullWidth
            loading={isFetchingNextPage ?? false}
            onClick={() => fetchNextPage?.()}
          >
            {t('kanban.more')}
          </Button>
        )}
      </div>
    </section>
  )
}

const SkeletonCards = () =>
  SKELETONS.map((key) => (
    <div key={key} className={classes.skeleton} aria-hidden>
      <Skeleton height={14} width="60%" mb={10} />
      <Skeleton height={12} mb={10} />
      <Skeleton height={12} width="80%" />
    </div>
  ))

const SKELETONS = ['one', 'two']
