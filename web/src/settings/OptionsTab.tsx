import { Select, Skeleton, Stack } from '@mantine/core'
import { scheduleType, userRating } from '@recado/shared/companies/company'
import { useQuery } from '@tanstack/react-query'
import { FormSection } from '../campaigns/form/FormSection.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import { OpeningHours } from './OpeningHours.tsx'
import { settingsQuery, useSaveSetting } from './queries.ts'
import { ServiceNotYet } from './ServiceNotYet.tsx'

/** Whether people rate how they were served, and whose opening hours hold. What is chosen is saved at once. */
export function OptionsTab() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(settingsQuery)
  const save = useSaveSetting(t('common.done'))
  if (!data) {
    if (!error) return <Skeleton height={220} aria-busy />
    return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  }
  const rating = data.get('userRating')
  const schedule = data.get('scheduleType')
  return (
    <Stack gap="lg">
      <ServiceNotYet />
      <FormSection title={t('options.title')}>
        <Select
          label={t('options.userRating')}
          description={t('options.userRatingHint')}
          data={userRating.options.map((value) => ({ value, label: t(`options.userRatings.${value}`) }))}
          value={rating ?? null}
          disabled={save.isPending}
          onChange={(value) => value && value !== rating && save.mutate({ settingKey: 'userRating', value })}
          maw={420}
        />
        <Select
          label={t('options.scheduleType')}
          description={t('options.scheduleTypeHint')}
          data={scheduleType.options.map((value) => ({ value, label: t(`options.scheduleTypes.${value}`) }))}
          value={schedule ?? null}
          disabled={save.isPending}
          onChange={(value) =>
            value && value !== schedule && save.mutate({ settingKey: 'scheduleType', value })
          }
          maw={420}
        />
      </FormSection>
      {schedule === 'company' && <OpeningHours />}
    </Stack>
  )
}
