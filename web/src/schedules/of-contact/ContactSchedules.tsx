import { Box, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Schedule } from '@recado/shared/schedules/schedule'
import { IconCalendarClock, IconPencil } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { useZone } from '../../zone/use-zone.ts'
import type { NamedContact } from '../form/ContactField.tsx'
import { useScheduleDialog } from '../form/use-schedule-dialog.tsx'
import { mayChange } from '../may-change.ts'
import { useSchedules } from '../queries.ts'
import { ScheduleBadge } from '../ScheduleBadge.tsx'
import { stateOf } from '../schedule-state.ts'
import { useScheduleWords } from '../use-schedule-words.ts'

/** The messages that will leave to a contact, and a button that schedules another one. */
export function ContactSchedules({ contact }: { contact: NamedContact }) {
  const { t } = useTexts()
  const list = useSchedules({ contactId: contact.contactId, status: 'PENDENTE' })
  const { open, dialog } = useScheduleDialog()
  const content = () => {
    if (list.isPending) return <Skeleton height={40} aria-label={t('common.loading')} />
    if (list.error && list.records.length === 0)
      return <ListProblem error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
    if (list.records.length === 0)
      return (
        <Text size="sm" c="dimmed">
          {t('schedules.empty.contact')}
        </Text>
      )
    return list.records.map((schedule) => (
      <PendingSchedule key={schedule.id} schedule={schedule} onEdit={() => open({ schedule })} />
    ))
  }
  return (
    <Card withBorder component="section" aria-label={t('schedules.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('schedules.title')}
        </Title>
        {content()}
        <LoadMore list={list} />
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCalendarClock size={14} aria-hidden />}
            onClick={() => open({ contact })}
          >
            {t('schedules.new')}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </Card>
  )
}

function PendingSchedule({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const { t } = useTexts()
  const zone = useZone()
  const user = useUser()
  const words = useScheduleWords()
  const { sendAt, body, userName } = schedule
  const isOnTime = stateOf(schedule, serverNow()).is === 'scheduled'
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600}>
          <time dateTime={sendAt}>{formatDateTime(sendAt, zone)}</time>
        </Text>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{body}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          <bdi>{t('schedules.by', { name: userName })}</bdi>
        </Text>
        {!isOnTime && (
          <Box mt={4}>
            <ScheduleBadge schedule={schedule} />
          </Box>
        )}
      </div>
      {mayChange(schedule, user) && (
        <RowAction label={t('schedules.editOf', words.names(schedule))} icon={IconPencil} onClick={onEdit} />
      )}
    </Group>
  )
}
