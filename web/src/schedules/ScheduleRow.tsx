import { Anchor, Badge, Text } from '@mantine/core'
import type { Schedule } from '@recado/shared/schedules/schedule'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectionsQuery } from '../connections/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ReplyFile } from '../quick-replies/ReplyFile.tsx'
import { useUser } from '../session/use-session.ts'
import { formatTime } from '../ui/dates.ts'
import { RecordActions } from '../ui/RecordActions.tsx'
import { useZone } from '../zone/use-zone.ts'
import { mayChange } from './may-change.ts'
import { ScheduleBadge } from './ScheduleBadge.tsx'
import classes from './schedules.module.css'
import { useScheduleWords } from './use-schedule-words.ts'

export interface ScheduleActions {
  /** Opens a schedule, to change it or to read it. */
  onOpen: (schedule: Schedule) => void
  onDelete: (schedule: Schedule) => void
}

interface ScheduleRowProps extends ScheduleActions {
  schedule: Schedule
  /** The instant that the row stands at, ISO 8601. */
  at: string
}

/** One schedule: when, to whom, what, by whom, and what became of it. */
export function ScheduleRow({ schedule, at, onOpen, onDelete }: ScheduleRowProps) {
  const { t } = useTexts()
  const zone = useZone()
  const user = useUser()
  const words = useScheduleWords()
  const names = words.names(schedule)
  const isChangeable = mayChange(schedule, user)
  return (
    <article className={classes.row} aria-label={t('schedules.of', names)}>
      <time className={classes.time} dateTime={at}>
        {formatTime(at, zone)}
      </time>
      <div className={classes.main}>
        <ContactLink schedule={schedule} />
        <Text size="sm" className={classes.text}>
          <bdi>{firstLine(schedule.body)}</bdi>
        </Text>
        <Signs schedule={schedule} />
      </div>
      <Maker schedule={schedule} />
      <div className={classes.actions}>
        <RecordActions
          name={t('schedules.of', names)}
          first={{
            label: t(isChangeable ? 'schedules.editOf' : 'schedules.viewOf', names),
            icon: isChangeable ? IconPencil : IconEye,
            onClick: () => onOpen(schedule),
          }}
          others={
            isChangeable
              ? [
                  {
                    label: t('common.delete'),
                    icon: IconTrash,
                    danger: true,
                    onClick: () => onDelete(schedule),
                  },
                ]
              : []
          }
        />
      </div>
    </article>
  )
}

const firstLine = (body: string): string => body.trim().split('\n')[0] ?? ''

function ContactLink({ schedule }: { schedule: Schedule }) {
  const { contact, contactId } = schedule
  const { name } = useScheduleWords().names(schedule)
  if (!contact)
    return (
      <Text c="dimmed" fs="italic">
        {name}
      </Text>
    )
  return (
    <Anchor
      fw={600}
      className={classes.contact}
      renderRoot={(props) => <Link to="/contacts/$contactId" params={{ contactId }} {...props} />}
    >
      <bdi>{name}</bdi>
    </Anchor>
  )
}

function Signs({ schedule }: { schedule: Schedule }) {
  const { t } = useTexts()
  const { status, media, openTicket, cancelIfReplied } = schedule
  const isPending = status === 'PENDENTE'
  return (
    <div className={classes.signs}>
      <ScheduleBadge schedule={schedule} />
      {media && <ReplyFile media={media} />}
      {openTicket && <Sign>{t('schedules.opensTicket')}</Sign>}
      {isPending && cancelIfReplied && <Sign>{t('schedules.unlessReplied')}</Sign>}
    </div>
  )
}

const Sign = ({ children }: { children: string }) => (
  <Badge variant="default" tt="none" fw={500}>
    {children}
  </Badge>
)

function Maker({ schedule: { userName, whatsappId } }: { schedule: Schedule }) {
  const { t } = useTexts()
  const { data: connections } = useQuery(connectionsQuery)
  const connection = connections?.find(({ id }) => id === whatsappId)?.name ?? t('schedules.goneConnection')
  return (
    <div className={classes.by}>
      <Text size="sm">
        <bdi>{t('schedules.by', { name: userName })}</bdi>
      </Text>
      {whatsappId && connections && (
        <Text size="xs" c="dimmed">
          <bdi>{t('schedules.via', { connection })}</bdi>
        </Text>
      )}
    </div>
  )
}
