import { SegmentedControl, Select } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useDirectory } from '../tickets/directory.ts'
import { FilterBar } from '../ui/FilterBar.tsx'
import { RangePicker } from '../ui/RangePicker.tsx'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'
import classes from './desk-report.module.css'
import { PRESETS, presetOf, presetRange, type ReportRange, type ReportSearch } from './search.ts'

interface ReportFiltersProps {
  search: ReportSearch
  range: ReportRange
  /** Without a choice of attendants. */
  isOwn: boolean
  onSearch: (search: ReportSearch) => void
}

/** The days, the queue and the attendant of the report. */
export function ReportFilters({ search, range, isOwn, onSearch }: ReportFiltersProps) {
  const { t } = useTexts()
  const [now, zone] = [useNow(), useZone()]
  const { queues, attendants } = useDirectory()
  const choices = (records: ReadonlyMap<string, { id: string; name: string }>) =>
    [...records.values()].map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterBar>
      <SegmentedControl
        aria-label={t('dashboard.range')}
        className={classes.presets}
        value={presetOf(range, now, zone) ?? ''}
        onChange={(value) => {
          const preset = PRESETS.find((each) => each === value)
          if (preset) onSearch({ ...search, ...presetRange(preset, now, zone) })
        }}
        data={PRESETS.map((value) => ({ value, label: t(`deskReport.presets.${value}`) }))}
      />
      <RangePicker
        range={range}
        today={presetRange('today', now, zone).to}
        onRange={(chosen) => onSearch({ ...search, ...chosen })}
      />
      <Select
        label={t('tickets.fields.queue')}
        placeholder={t('deskReport.allQueues')}
        data={choices(queues)}
        value={search.queueId ?? null}
        onChange={(queueId) => onSearch({ ...search, queueId: queueId ?? undefined })}
        searchable
        clearable
        className={classes.filter}
      />
      {!isOwn && (
        <Select
          label={t('tickets.fields.attendant')}
          placeholder={t('deskReport.all')}
          data={choices(attendants)}
          value={search.userId ?? null}
          onChange={(userId) => onSearch({ ...search, userId: userId ?? undefined })}
          searchable
          clearable
          className={classes.filter}
        />
      )}
    </FilterBar>
  )
}
