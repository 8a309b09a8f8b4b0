import { Button, SegmentedControl, Switch } from '@mantine/core'
import type { Schedule } from '@recado/shared/schedules/schedule'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { DayView } from '../day/DayView.tsx'
import { DeleteScheduleDialog } from '../form/DeleteScheduleDialog.tsx'
import { OpenedSchedule } from '../form/OpenedSchedule.tsx'
import { ScheduleDialog } from '../form/ScheduleDialog.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import type { SchedulesSearch } from './search.ts'

interface SchedulesPageProps {
  search: SchedulesSearch
  onSearch: (search: SchedulesSearch) => void
}

const VIEWS = ['list', 'day'] as const

/** Messages that leave at a time: by status, or those of one day. */
export function SchedulesPage({ search, onSearch }: SchedulesPageProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const [toDelete, setToDelete] = useState<Schedule>()
  const { dialog, id, ...place } = search
  const closeDialog = () => onSearch(place)
  const userId = search.mine ? me : undefined
  const actions = {
    onOpen: (schedule: Schedule) => onSearch({ ...place, dialog: 'open', id: schedule.id }),
    onDelete: setToDelete,
  }
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...place, dialog: 'new' })}
    >
      {t('schedules.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('schedules.title')}>{add}</PageHeader>
      <FilterBar>
        <SegmentedControl
          aria-label={t('schedules.shownAs')}
          value={search.view ?? 'list'}
          onChange={(view) => onSearch({ ...place, view: view === 'day' ? view : undefined })}
          data={VIEWS.map((value) => ({ value, label: t(`schedules.views.${value}`) }))}
        />
        <Switch
          label={t('schedules.mine')}
          checked={search.mine === 'true'}
          onChange={({ currentTarget: { checked } }) =>
            onSearch({ ...place, mine: checked ? 'true' : undefined })
          }
        />
      </FilterBar>
      {search.view === 'day' ? (
        <DayView
          date={search.date}
          userId={userId}
          add={add}
          onDate={(date) => onSearch({ ...place, date })}
          {...actions}
        />
      ) : (
        <StatusTabs
          status={search.status ?? 'PENDENTE'}
          userId={userId}
          add={add}
          onStatus={(status) => onSearch({ ...place, status })}
          {...actions}
        />
      )}
      {dialog === 'new' && (
        <ScheduleDialog
          beginning={{ date: search.view === 'day' ? search.date : undefined }}
          onClose={closeDialog}
        />
      )}
      {dialog === 'open' && id && <OpenedSchedule key={id} scheduleId={id} onClose={closeDialog} />}
      <DeleteScheduleDialog schedule={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
