import { MultiSelect, Rating, Stack, Text } from '@mantine/core'
import { TICKET_TAGS_MAX, type Ticket } from '@recado/shared/tickets/contract/ticket'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'
import type { Directory } from '../directory.ts'
import { useTagTicket } from '../mutations.ts'
import { QueueName } from '../QueueName.tsx'
import classes from './contact.module.css'

interface TicketFactsProps {
  ticket: Ticket
  directory: Directory
}

/** The tags of a ticket, who attends it, and when it changed hands. */
export function TicketFacts({ ticket, directory }: TicketFactsProps) {
  const { t } = useTexts()
  const zone = useZone()
  const connection = directory.connections.get(ticket.whatsappId)
  const moments = [
    ['createdAt', ticket.createdAt],
    ['acceptedAt', ticket.acceptedAt],
    ['firstResponseAt', ticket.firstResponseAt],
    ['closedAt', ticket.closedAt],
  ] as const
  return (
    <Stack gap="md">
      <Tags ticket={ticket} directory={directory} />
      <Stack component="dl" gap="xs" m={0}>
        <Fact name={t('tickets.fields.protocol')}>{ticket.protocol}</Fact>
        <Fact name={t('tickets.fields.queue')}>
          <QueueName queue={directory.queues.get(ticket.queueId ?? '')} />
        </Fact>
        <Fact name={t('tickets.fields.attendant')}>
          {directory.attendants.get(ticket.userId ?? '')?.name ?? t('tickets.nobody')}
        </Fact>
        {connection && <Fact name={t('tickets.fields.connection')}>{connection.name}</Fact>}
        {moments.map(
          ([name, instant]) =>
            instant && (
              <Fact key={name} name={t(`tickets.fields.${name}`)}>
                <time dateTime={instant}>{formatDateTime(instant, zone)}</time>
              </Fact>
            ),
        )}
        {ticket.rating && (
          <Fact name={t('tickets.fields.rating')}>
            {ticket.rating.rate === null ? (
              t('tickets.panel.notRated')
            ) : (
              <Rating
                value={ticket.rating.rate}
                readOnly
                role="img"
                aria-label={t('tickets.divider.rate', { rate: ticket.rating.rate })}
              />
            )}
          </Fact>
        )}
      </Stack>
    </Stack>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} className={classes.name}>
      {children}
    </Text>
  </div>
)

function Tags({ ticket, directory }: TicketFactsProps) {
  const { t } = useTexts()
  const change = useTagTicket(ticket.id)
  const save = (tagIds: string[]) => change.mutate({ ticketId: ticket.id, change: { tagIds } })
  const shown = change.isPending ? (change.variables.change.tagIds ?? ticket.tagIds) : ticket.tagIds
  return (
    <MultiSelect
      label={ticket.isGroup ? t('tickets.fields.tags') : t('tickets.panel.ticketTags')}
      placeholder={shown.length === 0 ? t('tickets.panel.addTag') : undefined}
      data={[...directory.tags.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={shown.filter((id) => directory.tags.has(id))}
      onChange={save}
      maxValues={TICKET_TAGS_MAX}
      nothingFoundMessage={t('tickets.panel.noTags')}
      searchable
      hidePickedOptions
    />
  )
}
