import { Select } from '@mantine/core'
import { dueFilter } from '@recado/shared/companies/due-date'
import { useTexts } from '../../i18n/use-texts.ts'
import type { TabProps } from '../../settings/search.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'

const ARCHIVES = ['false', 'true', 'all'] as const

/** The filters of the list. They are part of the URL. */
export function CompanyFilters({ search, onSearch }: TabProps) {
  const { t } = useTexts()
  const { search: text, due, archived } = search
  const filter = { search: text, due, archived }
  return (
    <FilterBar>
      <SearchBox
        label={t('companies.search')}
        value={text ?? ''}
        onSearch={(typed) => onSearch({ ...filter, search: typed || undefined })}
      />
      <Select
        aria-label={t('companies.filter.due')}
        data={[
          { value: 'all', label: t('companies.filter.dues.all') },
          ...dueFilter.options.map((value) => ({ value, label: t(`companies.filter.dues.${value}`) })),
        ]}
        value={due ?? 'all'}
        onChange={(next) => onSearch({ ...filter, due: dueFilter.options.find((known) => known === next) })}
        w={260}
      />
      <Select
        aria-label={t('companies.filter.archived')}
        data={ARCHIVES.map((value) => ({ value, label: t(`companies.filter.archives.${value}`) }))}
        value={archived ?? 'false'}
        onChange={(next) =>
          onSearch({ ...filter, archived: next === 'all' || next === 'true' ? next : undefined })
        }
        w={200}
      />
    </FilterBar>
  )
}
