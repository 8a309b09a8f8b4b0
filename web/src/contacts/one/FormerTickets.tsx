import { Anchor, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { TicketStatus } from '../../tickets/TicketStatus.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { DateTime } from '../../zone/DateTime.tsx'
import { useContactTickets } from '../queries.ts'

/** The tickets of a contact that the user may see, newest first. */
export function FormerTickets({ contactId }: { contactId: string }) {
  const { t } = useTexts()
  const list = useContactTickets(contactId)
  const content = () => {
    if (list.isPending) return <Skeleton height={60} aria-label={t('common.loading')} />
    if (list.error && list.records.length === 0)
      return <ListProblem error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
    if (list.records.length === 0)
      return (
        <Text size="sm" c="dimmed">
          {t('contactBook.tickets.empty')}
        </Text>
      )
    return list.records.map((ticket) => <FormerTicket key={ticket.id} ticket={ticket} />)
  }
  return (
    <Card withBorder component="section" aria-label={t('contactBook.tickets.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('contactBook.tickets.title')}
        </Title>
        {content()}
        <LoadMore list={list} />
      </Stack>
    </Card>
  )
}

function FormerTicket({ ticket: { uuid, protocol, status, createdAt } }: { ticket: Ticket }) {
  const { t } = useTexts()
  return (
    <Group gap="sm" justify="space-between">
      <Anchor size="sm" renderRoot={(props) => <Link to="/tickets/$uuid" params={{ uuid }} {...props} />}>
        {t('contactBook.tickets.protocol', { protocol })}
      </Anchor>
      <Group gap="xs">
        <TicketStatus status={status} />
        <DateTime instant={createdAt} />
      </Group>
    </Group>
  )
}
