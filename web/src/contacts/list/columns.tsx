import { Anchor, Text } from '@mantine/core'
import type { Contact } from '@recado/shared/contacts/contact'
import { IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import { DateTime } from '../../zone/DateTime.tsx'
import { ContactName, ContactNumber, contactTitle } from '../ContactName.tsx'
import { ContactTags } from '../ContactTags.tsx'

export function useContactColumns(onBegin: (contact: Contact) => void): Column<Contact>[] {
  const { t } = useTexts()
  return [
    {
      key: 'name',
      header: t('contactBook.name'),
      place: 'title',
      cell: (contact) => (
        <Anchor
          size="sm"
          fw={600}
          c="var(--mantine-color-text)"
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => (
            <Link to="/contacts/$contactId" params={{ contactId: contact.id }} {...props} />
          )}
        >
          <ContactName contact={contact} />
        </Anchor>
      ),
    },
    {
      key: 'number',
      header: t('contactBook.number'),
      width: 190,
      cell: (contact) => (
        <Text size="sm" c={contact.number ? undefined : 'dimmed'}>
          <ContactNumber contact={contact} />
        </Text>
      ),
    },
    {
      key: 'email',
      header: t('contactBook.email'),
      minTableWidth: 840,
      isEmpty: ({ email }) => email === '',
      cell: ({ email }) => (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {email || '—'}
        </Text>
      ),
    },
    {
      key: 'tags',
      header: t('contactBook.tags'),
      minTableWidth: 700,
      isEmpty: ({ tagIds }) => tagIds.length === 0,
      cell: ({ tagIds }) => <ContactTags tagIds={tagIds} />,
    },
    {
      key: 'createdAt',
      header: t('contactBook.createdAt'),
      width: 160,
      minTableWidth: 960,
      cell: ({ createdAt }) => <DateTime instant={createdAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 80,
      align: 'right',
      cell: (contact) => (
        <RowAction
          label={t('tickets.begin.with', { name: contactTitle(contact) })}
          icon={IconMessagePlus}
          onClick={() => onBegin(contact)}
        />
      ),
    },
  ]
}
