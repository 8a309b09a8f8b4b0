import { Box, Button, Card, Grid, Skeleton, Stack } from '@mantine/core'
import { IconArrowsJoin, IconMessagePlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ContactSchedules } from '../../schedules/of-contact/ContactSchedules.tsx'
import { useMay } from '../../session/use-session.ts'
import { personOfContact } from '../../tickets/opening/person-of-contact.ts'
import { useNewConversation } from '../../tickets/opening/use-new-conversation.tsx'
import { MoreMenu, type MoreMenuItem } from '../../ui/MoreMenu.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordProblem } from '../../ui/RecordProblem.tsx'
import { CONTENT_WIDTH } from '../../ui/theme/tokens.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { BlockNotice } from '../BlockNotice.tsx'
import { ContactFacts } from '../ContactFacts.tsx'
import { contactTitle } from '../ContactName.tsx'
import { ContactDialog } from '../form/ContactDialog.tsx'
import { MergeWithDialog } from '../merging/MergeWithDialog.tsx'
import { contactQuery } from '../queries.ts'
import { DeleteContactDialog } from './DeleteContactDialog.tsx'
import { EndedOptOuts } from './EndedOptOuts.tsx'
import { FormerTickets } from './FormerTickets.tsx'
import { MergedContacts } from './MergedContacts.tsx'
import { Notes } from './Notes.tsx'
import type { ContactSearch } from './search.ts'

interface ContactPageProps {
  contactId: string
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
}

/** All about one contact. A merged contact's address shows the contact that stands for it. */
export function ContactPage({ contactId, search, onSearch }: ContactPageProps) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const isPhone = useIsPhone()
  const mayMerge = useMay('drawer-admin-items:view')
  const mayDelete = useMay('contacts-page:deleteContact')
  const { data: contact, error, refetch, isFetching } = useQuery(contactQuery(contactId))
  const [isDeleting, setIsDeleting] = useState(false)
  const { begin, dialog: conversation } = useNewConversation()
  const close = () => onSearch({})
  if (error && !contact) {
    return (
      <>
        <PageHeader title={t('contactBook.title')} back="/contacts" />
        <RecordProblem error={error} back="/contacts" onRetry={refetch} isRetrying={isFetching} />
      </>
    )
  }
  if (!contact) {
    return (
      <>
        <PageHeader title={t('contactBook.title')} back="/contacts" />
        <Skeleton height={320} aria-label={t('common.loading')} />
      </>
    )
  }
  const edit = () => onSearch({ dialog: 'edit' })
  const more: MoreMenuItem[] = []
  // On a phone one button and the menu fit into a row.
  if (isPhone) more.push({ label: t('contactBook.edit'), icon: IconPencil, onClick: edit })
  if (mayMerge)
    more.push({
      label: t('contactBook.merge.with'),
      icon: IconArrowsJoin,
      onClick: () => onSearch({ dialog: 'merge' }),
    })
  if (mayDelete)
    more.push({
      label: t('contactBook.delete.action'),
      icon: IconTrash,
      danger: true,
      onClick: () => setIsDeleting(true),
    })
  return (
    <Box maw={CONTENT_WIDTH}>
      <PageHeader title={contactTitle(contact)} back="/contacts">
        {!isPhone && (
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={edit}>
            {t('contactBook.edit')}
          </Button>
        )}
        <Button
          leftSection={<IconMessagePlus size={18} aria-hidden />}
          onClick={() => begin(personOfContact(contact))}
        >
          {t('tickets.begin.action')}
        </Button>
        <MoreMenu name={contactTitle(contact)} items={more} />
      </PageHeader>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <BlockNotice blocked={contact.blocked} />
            <Card withBorder>
              <ContactFacts contact={contact} />
            </Card>
            <EndedOptOuts contact={contact} />
            <MergedContacts contact={contact} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <Notes contact={contact} />
            <ContactSchedules contact={{ contactId: contact.id, title: personOfContact(contact).title }} />
            <FormerTickets contactId={contact.id} />
          </Stack>
        </Grid.Col>
      </Grid>
      {conversation}
      {search.dialog === 'edit' && <ContactDialog contact={contact} onClose={close} />}
      {search.dialog === 'merge' && mayMerge && <MergeWithDialog contact={contact} onClose={close} />}
      <DeleteContactDialog
        contact={isDeleting ? contact : undefined}
        onDeleted={() => navigate({ to: '/contacts', ignoreBlocker: true })}
        onClose={() => setIsDeleting(false)}
      />
    </Box>
  )
}
