import { Stack, Text } from '@mantine/core'
import type { Schedule } from '@recado/shared/schedules/schedule'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ReplyFile } from '../../quick-replies/ReplyFile.tsx'
import { personOfContact } from '../../tickets/opening/person-of-contact.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatTime } from '../../ui/dates.ts'
import { TextPreview } from '../../ui/whatsapp/TextPreview.tsx'
import { DateTime } from '../../zone/DateTime.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { ScheduleBadge } from '../ScheduleBadge.tsx'
import { momentOf } from '../schedule-filter.ts'

interface ScheduleDetailsProps {
  schedule: Schedule
  onClose: () => void
}

/** A schedule that the user cannot change: it was sent, or a colleague made it. */
export function ScheduleDetails({ schedule, onClose }: ScheduleDetailsProps) {
  const { t } = useTexts()
  const zone = useZone()
  const { data: connections } = useQuery(connectionsQuery)
  const { contactId, contact, whatsappId, status, sendAt, sentAt, userName, body, media } = schedule
  const connection = connections?.find(({ id }) => id === whatsappId)
  const options = [
    schedule.openTicket && t('schedules.opensTicket'),
    schedule.cancelIfReplied && t('schedules.unlessReplied'),
  ].filter(Boolean)
  return (
    <Dialog opened onClose={onClose} title={t('schedules.details')} size="lg">
      <Stack>
        <div>
          <ScheduleBadge schedule={schedule} />
        </div>
        <Stack component="dl" gap="sm" m={0}>
          <Fact name={t('schedules.form.contact')}>
            <bdi>
              {contact ? personOfContact({ id: contactId, ...contact }).title : t('schedules.goneContact')}
            </bdi>
          </Fact>
          <Fact name={t('schedules.facts.sendAt')}>
            <DateTime instant={sendAt} />
          </Fact>
          {sentAt && (
            <Fact name={t('schedules.facts.sentAt')}>
              <DateTime instant={sentAt} />
            </Fact>
          )}
          <Fact name={t('schedules.facts.maker')}>
            <bdi>{userName}</bdi>
          </Fact>
          {connection && (
            <Fact name={t('schedules.form.connection')}>
              <bdi>{connection.name}</bdi>
            </Fact>
          )}
          {options.length > 0 && <Fact name={t('schedules.facts.options')}>{options.join(', ')}</Fact>}
          {media && (
            <Fact name={t('schedules.facts.file')}>
              <ReplyFile media={media} />
            </Fact>
          )}
        </Stack>
        <TextPreview
          text={body}
          label={t('schedules.form.text')}
          time={formatTime(momentOf(schedule), zone)}
        />
        {status !== 'ENVIADA' && (
          <Text size="sm" c="dimmed">
            {t('schedules.readOnly')}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)
