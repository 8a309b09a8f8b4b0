import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { instancesQuery } from '../../instances/queries.ts'
import { plansQuery } from '../../plans/queries.ts'
import { required } from '../../ui/required.ts'

const LIMITS = ['users', 'connections', 'queues'] as const

/** The plan with its limits. */
export function PlanField(props: SelectProps) {
  const { t } = useTexts()
  const { data: plans } = useQuery(plansQuery)
  return (
    <Select
      label={t('companies.plan')}
      placeholder={t('companies.form.choosePlan')}
      {...required}
      searchable
      data={
        plans?.map(({ id, name, ...plan }) => ({
          value: id,
          label: t('companies.form.planOf', {
            name,
            limits: LIMITS.map((of) => t(`companies.form.planLimits.${of}`, { count: plan[of] })).join(', '),
          }),
        })) ?? []
      }
      disabled={!plans}
      {...props}
    />
  )
}

/** The instance of the company: this deployment or another one. */
export function InstanceField(props: SelectProps) {
  const { t } = useTexts()
  const { data: instances } = useQuery(instancesQuery)
  return (
    <Select
      label={t('companies.form.instance')}
      {...required}
      data={[
        { value: '', label: t('companies.form.thisInstance') },
        ...(instances?.map(({ id, name, companies }) => ({
          value: id,
          label: t('instances.nameWithCount', { name, companies }),
        })) ?? []),
      ]}
      disabled={!instances}
      {...props}
    />
  )
}
