import { Group, Paper, Skeleton, VisuallyHidden } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ListState } from '../../ui/DataTable.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { type CardActions, ConnectionCard } from './ConnectionCard.tsx'
import classes from './cards.module.css'

interface ConnectionCardsProps extends CardActions {
  list: ListState<Connection>
  /** Shown for no connections. */
  empty: ReactNode
}

export function ConnectionCards({ list, empty, ...actions }: ConnectionCardsProps) {
  const { t } = useTexts()
  const { records, isPending, isFetching, error, refetch } = list
  if (isPending)
    return (
      <div className={classes.cards} aria-busy>
        <VisuallyHidden role="status">{t('common.loading')}</VisuallyHidden>
        {[1, 2, 3].map((card) => (
          <SkeletonCard key={card} />
        ))}
      </div>
    )
  if (error && records.length === 0)
    return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  if (records.length === 0) return empty
  return (
    <section className={classes.cards} aria-label={t('connections.title')}>
      {records.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} {...actions} />
      ))}
    </section>
  )
}

const SkeletonCard = () => (
  <Paper withBorder p="md" className={classes.card} aria-hidden>
    <Group gap="sm" wrap="nowrap">
      <Skeleton height={44} circle />
      <div style={{ flex: 1 }}>
        <Skeleton height={16} width="50%" mb={8} />
        <Skeleton height={12} width="70%" />
      </div>
    </Group>
    <Skeleton height={24} width={110} />
    <Skeleton height={44} />
    <Skeleton height={36} width={130} />
  </Paper>
)
