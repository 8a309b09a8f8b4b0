import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { CompanyDashboard } from '@recado/shared/companies/register/company-record'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { companyCountsQuery } from '../queries.ts'

const COUNTS = [
  ['clientCount', 'clients'],
  ['testClientCount', 'tests'],
  ['activeCount', 'active'],
  ['overdueClientCount', 'overdue'],
] as const satisfies readonly [keyof CompanyDashboard, string][]

/** The number of companies. Archived ones are not counted. */
export function CompanyCounts() {
  const { t } = useTexts()
  const format = useNumbers()
  const { data, error, refetch, isFetching } = useQuery(companyCountsQuery)
  if (error && !data) return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" component="dl" m={0} mb="md">
      {COUNTS.map(([name, text]) => (
        <Paper key={name} withBorder p="sm">
          <Text component="dt" size="sm" c="dimmed">
            {t(`companies.count.${text}`)}
          </Text>
          <Text component="dd" m={0} fz="lg" fw={600} className="figures" aria-busy={!data}>
            {data ? format(data[name]) : <Skeleton component="span" display="block" height={25} width={48} />}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
