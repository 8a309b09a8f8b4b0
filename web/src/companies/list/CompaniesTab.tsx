import { Button, Group } from '@mantine/core'
import { dueStandingOf } from '@recado/shared/companies/due-date'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { TabProps } from '../../settings/search.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { useCompanies } from '../queries.ts'
import { CompanyCounts } from './CompanyCounts.tsx'
import { CompanyDialogs } from './CompanyDialogs.tsx'
import { CompanyFilters } from './CompanyFilters.tsx'
import { useCompanyColumns } from './columns.tsx'
import classes from './companies.module.css'

interface CompaniesTabProps extends TabProps {
  /** The order of the list; by name unless it is given. */
  order?: 'due'
}

/** For operators: the companies of the platform. */
export function CompaniesTab({ search, onSearch, order }: CompaniesTabProps) {
  const { t } = useTexts()
  const { search: text, due, archived } = search
  const filter = { search: text, due, archived }
  const list = useCompanies({
    searchParam: text ?? '',
    dueFilter: due,
    order,
    archived: archived === 'all' ? undefined : (archived ?? 'false'),
  })
  const columns = useCompanyColumns((dialog, { id }) => onSearch({ ...filter, dialog, id }))
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...filter, dialog: 'new' })}
    >
      {t('companies.new')}
    </Button>
  )
  return (
    <>
      <CompanyCounts />
      <Group justify="flex-end" mb="md">
        {add}
      </Group>
      <CompanyFilters search={search} onSearch={onSearch} />
      <DataTable
        label={t('administration.tab.companies')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        rowClass={(company) => classes[dueStandingOf(company)]}
        empty={
          <EmptyList
            drawing="people"
            text={t('companies.empty')}
            isFiltered={Boolean(text || due || archived)}
          >
            {add}
          </EmptyList>
        }
      />
      <CompanyDialogs search={search} onClose={() => onSearch(filter)} />
    </>
  )
}
