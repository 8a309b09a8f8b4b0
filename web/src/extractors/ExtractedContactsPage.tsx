import { Button } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useExtractedContactsColumns } from './contact-columns.tsx'
import { NoConsentNotice } from './NoConsentNotice.tsx'
import { extractedContactsQuery, extractionFailed } from './queries.ts'

/** The number of contacts that each account knows, and a download as a spreadsheet. */
export function ExtractedContactsPage() {
  const { t } = useTexts()
  const { data, ...state } = useQuery(extractedContactsQuery)
  const columns = useExtractedContactsColumns()
  const fetchAgain = async () => {
    const { error } = await state.refetch()
    if (error) extractionFailed(error)
  }
  const fetchButton = (
    <Button
      leftSection={<IconUserSearch size={18} aria-hidden />}
      loading={state.isFetching}
      onClick={fetchAgain}
    >
      {t('extractors.contacts.fetch')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('extractors.contacts.title')}>{fetchButton}</PageHeader>
      <NoConsentNotice />
      <DataTable
        label={t('extractors.contacts.title')}
        columns={columns}
        list={{ ...state, records: data ?? [] }}
        rowKey={({ id }) => id}
        problem={t('extractors.failed')}
        empty={<EmptyList drawing="people" text={t('extractors.contacts.empty')} isFiltered={false} />}
      />
    </>
  )
}
