import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { platformSendingQuery } from './queries.ts'
import { SendingSwitch } from './SendingSwitch.tsx'

/** For operators: the switch for all companies. */
export function PlatformSending() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(platformSendingQuery)
  if (data) return <SendingSwitch of="platform" stop={data.platform} history={data.history} />
  if (!error) return <Skeleton height={160} aria-busy />
  return (
    <ListProblem error={error} title={t('sending.notLoaded')} onRetry={refetch} isRetrying={isFetching} />
  )
}
