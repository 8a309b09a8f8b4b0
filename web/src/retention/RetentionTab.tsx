import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../session/use-session.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import { BoundsForm } from './BoundsForm.tsx'
import { LastRun } from './LastRun.tsx'
import { boundsQuery, retentionQuery } from './queries.ts'
import { RetentionForm } from './RetentionForm.tsx'

/** The company's retention periods; for operators, their bounds too. */
export function RetentionTab() {
  const { data, error, refetch, isFetching } = useQuery(retentionQuery)
  const isOperator = useUser().super
  if (!data) {
    if (!error) return <Skeleton height={420} aria-busy />
    return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  }
  return (
    <Stack gap="lg" maw={720}>
      {/* New bounds need a new form. */}
      <RetentionForm key={JSON.stringify(data.bounds)} state={data} />
      <LastRun lastRun={data.lastRun} />
      {isOperator && <PlatformBounds />}
    </Stack>
  )
}

function PlatformBounds() {
  const { data, error, refetch, isFetching } = useQuery(boundsQuery)
  if (data) return <BoundsForm bounds={data} />
  if (!error) return <Skeleton height={420} aria-busy />
  return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
}
