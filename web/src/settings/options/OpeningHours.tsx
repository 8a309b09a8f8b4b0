import { Input, Skeleton, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import type { CompanySchedules } from '@recado/shared/companies/company'
import { useEffect } from 'react'
import { companyQuery } from '../../companies/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { FormSection } from '../../ui/FormSection.tsx'
import { hasFaultyPeriod } from '../../ui/hours/periods.ts'
import { WeekFields } from '../../ui/hours/WeekFields.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { SectionForm } from '../../ui/SectionForm.tsx'
import { useFreshRecord } from '../../ui/use-fresh-record.ts'
import { useZone } from '../../zone/use-zone.ts'
import { useSaveOpeningHours } from './queries.ts'

interface OpeningHoursProps {
  /** Called with whether changes are unsaved; with false at the end. */
  onDirty: (isDirty: boolean) => void
}

/** The opening hours of the company. Outside of them, a customer gets an answer that says so, and waits. */
export function OpeningHours({ onDirty }: OpeningHoursProps) {
  const { companyId } = useUser()
  const { record, failure, refetch, isFetching } = useFreshRecord(companyQuery(companyId))
  if (record) return <OpeningHoursForm schedules={record.schedules ?? BUSINESS_HOURS} onDirty={onDirty} />
  if (!failure) return <Skeleton height={320} aria-busy />
  return <ListProblem error={failure} onRetry={refetch} isRetrying={isFetching} />
}

const BUSINESS_HOURS: CompanySchedules = {
  periods: DEFAULT_SEND_WINDOWS.periods,
  holidays: DEFAULT_SEND_WINDOWS.holidays,
}

function OpeningHoursForm({ schedules, onDirty }: OpeningHoursProps & { schedules: CompanySchedules }) {
  const { t } = useTexts()
  const zone = useZone()
  const save = useSaveOpeningHours(t('common.done'))
  const form = useForm<{ hours: CompanySchedules }>({
    initialValues: { hours: schedules },
    validate: {
      hours: (hours) => (hasFaultyPeriod(hours) ? t('settings.windows.faultySomewhere') : null),
    },
  })
  const isDirty = form.isDirty()
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
  return (
    <FormSection title={t('openingHours.title')}>
      <LeaveGuard isDirty={isDirty} />
      <SectionForm
        action={t('openingHours.save')}
        isBusy={save.isPending}
        problem={form.errors.hours && <Input.Error role="alert">{form.errors.hours}</Input.Error>}
        onSubmit={form.onSubmit(({ hours }) => {
          if (!save.isPending) save.mutate(hours, { onSuccess: () => form.resetDirty({ hours }) })
        })}
      >
        <Stack>
          <WeekFields
            hours={form.values.hours}
            zone={zone}
            texts={{
              nothing: t('openingHours.closed'),
              never: t('openingHours.never'),
              holidaysHint: t('openingHours.holidaysHint'),
              datesHint: t('hours.datesHint'),
            }}
            onChange={(hours) => form.setFieldValue('hours', hours)}
          />
        </Stack>
      </SectionForm>
    </FormSection>
  )
}
