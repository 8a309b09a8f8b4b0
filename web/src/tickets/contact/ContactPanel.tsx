import { CloseButton, Group, Stack, Text, Title } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { cshow } from '../../api/session.ts'
import { FormerTickets } from '../../contacts/one/FormerTickets.tsx'
import { Notes } from '../../contacts/one/Notes.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { ContactSchedules } from '../../schedules/of-contact/ContactSchedules.tsx'
import { useMay } from '../../session/use-session.ts'
import { later } from '../../ui/later.tsx'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { numberOf } from '../chat-number.ts'
import type { Directory } from '../directory.ts'
import { CampaignsReceived, Gallery } from '../gallery/Gallery.tsx'
import { personOfContact } from '../opening/person-of-contact.ts'
import { TicketAvatar } from '../TicketAvatar.tsx'
import { ticketTitle } from '../ticket-title.ts'
import { ContactSection } from './ContactSection.tsx'
import classes from './contact.module.css'
import { TicketFacts } from './TicketFacts.tsx'
import { useTicketContact } from './use-ticket-contact.ts'

const GroupFields = later(async () => (await import('./GroupFields.tsx')).GroupFields)

interface ContactPanelProps {
  ticket: Ticket
  directory: Directory
  /** Undefined where the frame around it has a button of its own. */
  onClose?: () => void
}

/** Who the customer is, what the company knows of them, and the facts of the ticket. */
export function ContactPanel({ ticket, directory, onClose }: ContactPanelProps) {
  const { t } = useTexts()
  const contact = useTicketContact(ticket)
  const mayChangeGroups = useMay('drawer-admin-items:view')
  const name = contact.data?.name || ticketTitle(ticket.name)
  const number = numberOf(ticket.chat)
  return (
    <Stack gap="md" className={classes.panel}>
      {onClose && (
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5">
            {ticket.isGroup ? t('tickets.panel.group') : t('tickets.panel.title')}
          </Title>
          <CloseButton aria-label={t('tickets.panel.close')} onClick={onClose} />
        </Group>
      )}
      <Stack align="center" gap={4}>
        <TicketAvatar size={64} name={name} isGroup={ticket.isGroup} />
        <Text fw={600} ta="center" className={classes.name}>
          <bdi>{name}</bdi>
        </Text>
        {number && !contact.data && (
          <Text c="dimmed">
            <ShownNumber number={number} />
          </Text>
        )}
      </Stack>
      {!ticket.isGroup && <ContactSection contact={contact} isKnown={ticket.contactId !== null} />}
      {ticket.isGroup && mayChangeGroups && <GroupFields ticket={ticket} directory={directory} />}
      <TicketFacts ticket={ticket} directory={directory} />
      <Gallery ticketId={ticket.id} />
      {!ticket.isGroup && cshow() && <CampaignsReceived ticketId={ticket.id} />}
      {contact.data && (
        <>
          <ContactSchedules
            contact={{ contactId: contact.data.id, title: personOfContact(contact.data).title }}
          />
          <Notes contact={contact.data} />
          <FormerTickets contactId={contact.data.id} />
        </>
      )}
    </Stack>
  )
}
