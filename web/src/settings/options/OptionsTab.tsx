import { Select, Skeleton, Stack } from '@mantine/core'
import { scheduleType, userRating } from '@recado/shared/companies/company'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSection } from '../../ui/FormSection.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { ZoneField } from '../../zone/ZoneField.tsx'
import { DeskOptions } from './DeskOptions.tsx'
import { OpeningHours } from './OpeningHours.tsx'
import { settingsQuery, useSaveSetting } from './queries.ts'

/**
 * Whether customers rate the service, whose opening hours apply, and the time zone of a company without campaigns: a choice
 * is saved at once. The other decisions about customer service have a button.
 */
export function OptionsTab() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(settingsQuery)
  const save = useSaveSetting(t('common.done'))
  const [areHoursDirty, setAreHoursDirty] = useState(false)
  /** The wanted schedule, while its question is open. */
  const [asked, setAsked] = useState<string>()
  if (!data) {
    if (!error) return <Skeleton height={220} aria-busy />
    return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  }
  const rating = data.get('userRating')
  const schedule = data.get('scheduleType')
  const zone = data.get('timezone')
  const saveSchedule = (value: string) => save.mutate({ settingKey: 'scheduleType', value })
  return (
    <Stack gap="lg" maw={720}>
      <FormSection title={t('options.title')}>
        <Select
          label={t('options.userRating')}
          description={t('options.userRatingHint')}
          data={userRating.options.map((value) => ({ value, label: t(`options.userRatings.${value}`) }))}
          value={rating ?? null}
          disabled={save.isPending}
          onChange={(value) => value && value !== rating && save.mutate({ settingKey: 'userRating', value })}
        />
        <Select
          label={t('options.scheduleType')}
          description={t('options.scheduleTypeHint')}
          data={scheduleType.options.map((value) => ({
            value,
            label: t(`options.scheduleTypes.${value}`),
          }))}
          value={schedule ?? null}
          disabled={save.isPending}
          onChange={(value) => {
            if (!value || value === schedule) return
            // The other choices take the company's hours off the page.
            if (areHoursDirty) setAsked(value)
            else saveSchedule(value)
          }}
        />
        {!cshow() && (
          <ZoneField
            description={t('options.zoneHint')}
            value={zone ?? null}
            disabled={save.isPending}
            onChange={(value) => value && value !== zone && save.mutate({ settingKey: 'timezone', value })}
          />
        )}
      </FormSection>
      <DeskOptions settings={data} />
      {schedule === 'company' && <OpeningHours onDirty={setAreHoursDirty} />}
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('form.discard.title')}
        action={t('form.discard.action')}
        danger
        isBusy={false}
        onConfirm={() => {
          setAsked(undefined)
          if (asked) saveSchedule(asked)
        }}
        onClose={() => setAsked(undefined)}
      >
        {t('openingHours.lost')}
      </ConfirmDialog>
    </Stack>
  )
}
