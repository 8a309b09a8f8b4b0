import { Anchor, Text } from '@mantine/core'
import type { Contact, DuplicatePair } from '@recado/shared/contacts/contact'
import { IconArrowsJoin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import { ContactName, ContactNumber, contactTitle } from '../ContactName.tsx'
import { MergeDialog } from '../merging/MergeDialog.tsx'
import { duplicatesQuery } from '../queries.ts'

/** Pairs of contacts that may be one person, for admins to merge. */
export function DuplicatesPage() {
  const { t } = useTexts()
  const query = useQuery(duplicatesQuery)
  const [ids, setIds] = useState<readonly [string, string]>()
  const columns = useColumns((pair) => setIds([pair.contacts[0].id, pair.contacts[1].id]))
  const { data, isPending, isFetching, error, refetch } = query
  return (
    <>
      <PageHeader title={t('contactBook.duplicates.title')} back="/contacts" />
      {data && data.count > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('contactBook.duplicates.count', { count: data.count })}
        </Text>
      )}
      <DataTable
        label={t('contactBook.duplicates.title')}
        columns={columns}
        list={{ records: data?.records ?? [], isPending, isFetching, error, refetch }}
        rowKey={({ contacts }) => contacts.map(({ id }) => id).join(' ')}
        empty={<EmptyList drawing="done" text={t('contactBook.duplicates.empty')} isFiltered={false} />}
      />
      {ids && <MergeDialog ids={ids} onClose={() => setIds(undefined)} />}
    </>
  )
}

function useColumns(onCompare: (pair: DuplicatePair) => void): Column<DuplicatePair>[] {
  const { t } = useTexts()
  const mayMerge = useMay('drawer-admin-items:view')
  const compare: Column<DuplicatePair> = {
    key: 'actions',
    header: t('common.actions'),
    place: 'actions',
    width: 90,
    align: 'right',
    cell: (pair) => {
      const [one, other] = pair.contacts
      return (
        <RowAction
          label={t('contactBook.duplicates.compare', { one: contactTitle(one), other: contactTitle(other) })}
          icon={IconArrowsJoin}
          onClick={() => onCompare(pair)}
        />
      )
    },
  }
  return [
    {
      key: 'one',
      header: t('contactBook.duplicates.one'),
      place: 'title',
      cell: ({ contacts: [one] }) => <Person contact={one} />,
    },
    {
      key: 'other',
      header: t('contactBook.duplicates.other'),
      cell: ({ contacts: [, other] }) => <Person contact={other} />,
    },
    {
      key: 'reason',
      header: t('contactBook.duplicates.reason'),
      cell: ({ reason }) => <Text size="sm">{t(`contactBook.duplicates.reasons.${reason}`)}</Text>,
    },
    ...(mayMerge ? [compare] : []),
  ]
}

function Person({ contact }: { contact: Contact }) {
  return (
    <div>
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
      <Text size="sm" c="dimmed">
        <ContactNumber contact={contact} />
      </Text>
    </div>
  )
}
