import { Tabs } from '@mantine/core'
import { SCHEDULE_STATUSES, type ScheduleStatus, scheduleStatus } from '@recado/shared/schedules/schedule'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { useSchedules } from '../queries.ts'
import type { ScheduleActions } from '../ScheduleRow.tsx'
import { DaysList } from './DaysList.tsx'

interface StatusTabsProps extends ScheduleActions {
  status: ScheduleStatus
  /** Only those of this user. */
  userId: string | undefined
  /** The button that schedules a message. */
  add: ReactNode
  onStatus: (status: ScheduleStatus) => void
}

/** The schedules of each status by time. */
export function StatusTabs({ status, userId, add, onStatus, ...actions }: StatusTabsProps) {
  const { t } = useTexts()
  const list = useSchedules({ status, userId })
  return (
    <Tabs
      value={status}
      onChange={(tab) => {
        const chosen = scheduleStatus.safeParse(tab)
        if (chosen.success) onStatus(chosen.data)
      }}
    >
      <Tabs.List aria-label={t('schedules.tabs.label')}>
        {SCHEDULE_STATUSES.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`schedules.tabs.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SCHEDULE_STATUSES.map((each) => (
        <Tabs.Panel key={each} value={each}>
          {each === status && (
            <DaysList
              list={list}
              empty={
                <EmptyList
                  drawing="clock"
                  text={t(`schedules.empty.${status}`)}
                  isFiltered={userId !== undefined}
                >
                  {status === 'PENDENTE' && add}
                </EmptyList>
              }
              {...actions}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
