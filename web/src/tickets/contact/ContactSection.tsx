import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ContactDetails } from '@recado/shared/contacts/contact'
import { ApiError } from '@recado/shared/http/api-error'
import { IconPencil } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BlockNotice } from '../../contacts/BlockNotice.tsx'
import { ContactFacts } from '../../contacts/ContactFacts.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { later } from '../../ui/later.tsx'

const ContactDialog = later(
  async () => (await import('../../contacts/form/ContactDialog.tsx')).ContactDialog,
  ({ onClose }) => onClose(),
)

interface ContactSectionProps {
  contact: UseQueryResult<ContactDetails>
  /** Whether the ticket names a contact. */
  isKnown: boolean
}

/** The facts of a ticket's contact. A contact that was deleted counts as none. */
export function ContactSection({ contact, isKnown }: ContactSectionProps) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = contact
  const isDeleted = error instanceof ApiError && error.status === 404
  if (!isKnown || isDeleted) {
    return (
      <Text size="sm" c="dimmed">
        {t('tickets.panel.noContact')}
      </Text>
    )
  }
  if (data) return <KnownContact contact={data} />
  if (error)
    return (
      <ListProblem
        error={error}
        title={t('tickets.panel.notLoaded')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  return <Skeleton height={180} aria-label={t('common.loading')} />
}

function KnownContact({ contact }: { contact: ContactDetails }) {
  const { t } = useTexts()
  const mayAdminister = useMay('drawer-admin-items:view')
  const { number, lid } = contact
  const person = number ? { number } : lid ? { lid } : undefined
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Stack gap="sm">
      <BlockNotice blocked={contact.blocked} />
      <ContactFacts contact={contact} />
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setIsEditing(true)}
        >
          {t('contactBook.edit')}
        </Button>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/contacts/$contactId" params={{ contactId: contact.id }} {...props} />
          )}
        >
          {t('tickets.panel.openContact')}
        </Anchor>
        {mayAdminister && person && (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/settings" search={{ tab: 'privacy', ...person }} {...props} />}
          >
            {t('tickets.panel.erase')}
          </Anchor>
        )}
      </Group>
      {isEditing && <ContactDialog contact={contact} onClose={() => setIsEditing(false)} />}
    </Stack>
  )
}
