import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { sendingQuery } from './queries.ts'
import { SendingSwitch } from './SendingSwitch.tsx'

export function CompanySending() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(sendingQuery)
  if (data) return <SendingSwitch of="company" stop={data.company} history={data.history} />
  if (!error) return <Skeleton height={160} aria-busy />
  return (
    <ListProblem error={error} title={t('sending.notLoaded')} onRetry={refetch} isRetrying={isFetching} />
  )
}
