import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { DateTime } from '../../zone/DateTime.tsx'
import { loginsQuery } from '../queries.ts'
import { browserOf } from './browser-name.ts'

/** When and where the account signed in last, so that the user notices a stranger. */
export function LastLogins() {
  const { t } = useTexts()
  const { data, error, isPending, refetch, isFetching } = useQuery(loginsQuery)
  return (
    <Stack gap={6} component="section" aria-labelledby="last-logins">
      <Text size="sm" fw={500} id="last-logins">
        {t('profile.logins')}
      </Text>
      {isPending && <Skeleton height={60} />}
      {error && <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />}
      <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.map(({ at, address, place, agent }) => (
          <li key={at}>
            <Text size="sm" span>
              <DateTime instant={at} />
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[browserOf(agent) ?? t('profile.unknownBrowser'), place, address].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
