import { Text } from '@mantine/core'
import type { Plan } from '@recado/shared/plans/plan'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { PlatformList } from '../settings/PlatformList.tsx'
import type { TabProps } from '../settings/search.ts'
import type { Column } from '../ui/DataTable.tsx'
import { useNumbers } from '../ui/use-numbers.ts'
import { DeletePlan } from './DeletePlan.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { plansQuery } from './queries.ts'

/** For operators: the plans that companies pay for. */
export function PlansTab(props: TabProps) {
  const { t } = useTexts()
  return (
    <PlatformList
      {...props}
      label={t('administration.tab.plans')}
      drawing="letter"
      empty={t('plans.empty')}
      action={t('plans.new')}
      list={useQuery(plansQuery)}
      columns={usePlanColumns()}
      nameOf={({ name }) => name}
      form={(plan, close) => <PlanDialog key={plan?.id} plan={plan} onClose={close} />}
      question={(plan, close) => <DeletePlan plan={plan} onClose={close} />}
    />
  )
}

function usePlanColumns(): Column<Plan>[] {
  const { t } = useTexts()
  const format = useNumbers()
  const count = (key: 'users' | 'connections' | 'queues' | 'companies'): Column<Plan> => ({
    key,
    header: t(`plans.${key}`),
    width: 120,
    cell: (plan) => <Text size="sm">{format(plan[key])}</Text>,
  })
  return [
    {
      key: 'name',
      header: t('plans.name'),
      place: 'title',
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    count('users'),
    count('connections'),
    count('queues'),
    count('companies'),
  ]
}
