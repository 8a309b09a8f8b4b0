import { Button, Group, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { tagChoicesQuery } from '../../tags/queries.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useDirectory } from '../directory.ts'
import { ListFilters } from '../list/ListFilters.tsx'
import { Board } from './Board.tsx'
import classes from './kanban.module.css'
import { filtersIn, type KanbanSearch } from './search.ts'
import { stageAttribute } from './stage.ts'
import { useStages } from './use-stages.ts'

interface KanbanPageProps {
  search: KanbanSearch
  onSearch: (search: KanbanSearch) => void
}

/** The live tickets by stage. On a phone one column at a time. */
export function KanbanPage({ search, onSearch }: KanbanPageProps) {
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const directory = useDirectory()
  const tags = useQuery(tagChoicesQuery)
  const stages = useStages(directory)
  const filters = useMemo(() => filtersIn(search), [search])
  const { stage, scope = 'all' } = search
  const hasStages = stages.length > 1
  const inView = stages.find(({ id }) => stageAttribute(id) === (stage ?? '')) ?? stages[0]

  const content = () => {
    if (tags.isPending) return <SkeletonColumns />
    if (tags.error && !tags.data)
      return <ListProblem error={tags.error} onRetry={tags.refetch} isRetrying={tags.isFetching} />
    if (!hasStages) return <NoStages />
    const shown = isPhone && inView ? [inView] : stages
    return <Board shown={shown} stages={stages} filters={filters} directory={directory} />
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('kanban.title')}>
        {hasStages && (
          <SegmentedControl
            size="xs"
            aria-label={t('tickets.scope.label')}
            value={scope}
            onChange={(chosen) => onSearch({ ...search, scope: chosen === 'mine' ? 'mine' : undefined })}
            data={[
              { value: 'mine', label: t('tickets.scope.mine') },
              { value: 'all', label: t('tickets.scope.all') },
            ]}
          />
        )}
        {hasStages && (
          <ListFilters
            search={search}
            directory={directory}
            onSearch={({ tab: _, q: __, within: ___, message: ____, ...next }) =>
              onSearch({ ...next, stage })
            }
          />
        )}
      </PageHeader>
      {isPhone && hasStages && (
        <Select
          label={t('kanban.stage')}
          mb="sm"
          data={stages.map(({ id, name }) => ({ value: id ?? 'none', label: name }))}
          value={inView?.id ?? 'none'}
          onChange={(id) => onSearch({ ...search, stage: id === 'none' || !id ? undefined : id })}
        />
      )}
      {content()}
    </div>
  )
}

function NoStages() {
  const { t } = useTexts()
  return (
    <EmptyList drawing="tag" text={t('kanban.empty')} isFiltered={false}>
      <Button
        leftSection={<IconTags size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/tags" {...props} />}
      >
        {t('kanban.toTags')}
      </Button>
    </EmptyList>
  )
}

const SKELETONS = ['one', 'two', 'three']

const SkeletonColumns = () => (
  <Group align="flex-start" wrap="nowrap" style={{ overflow: 'hidden' }} aria-hidden>
    {SKELETONS.map((key) => (
      <Skeleton key={key} height={320} width={280} style={{ flex: 'none' }} />
    ))}
  </Group>
)
