import { Select, Title } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/campaign'
import { SHIPPING_STATUSES } from '@recado/shared/campaigns/shipping'
import { IconUsers } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ReportSearch } from '../../routes/_app/_cshow/campaign.$campaignId.report.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useShippings } from '../queries.ts'
import { useShippingColumns } from './columns.tsx'
import { useRowsOfLedger } from './use-rows-of-ledger.ts'

interface RecipientsProps {
  campaign: CampaignReport
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** What became of each recipient. */
export function Recipients({ campaign, search, onSearch }: RecipientsProps) {
  const { t } = useTexts()
  const filter = { status: search.status, searchParam: search.search ?? '' }
  const list = useShippings(campaign.id, filter, campaign.status === 'EM_ANDAMENTO')
  const columns = useShippingColumns()
  const count = list.firstPage?.count
  useRowsOfLedger(campaign, filter.status || filter.searchParam ? undefined : count, list.refetch)
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('shippings.title')}
      </Title>
      <FilterBar>
        <SearchBox
          label={t('contacts.search')}
          value={filter.searchParam}
          onSearch={(text) => onSearch({ ...search, search: text || undefined })}
        />
        <Select
          aria-label={t('campaigns.columns.status')}
          data={[
            { value: 'all', label: t('shippings.status.all') },
            ...SHIPPING_STATUSES.map((value) => ({ value, label: t(`shippings.status.${value}`) })),
          ]}
          value={search.status ?? 'all'}
          onChange={(value) =>
            onSearch({ ...search, status: SHIPPING_STATUSES.find((status) => status === value) })
          }
          w={180}
        />
        <Quantity count={count} />
      </FilterBar>
      <DataTable
        label={t('shippings.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList
            icon={IconUsers}
            text={t('shippings.empty')}
            isFiltered={Boolean(filter.status || filter.searchParam)}
          />
        }
      />
    </section>
  )
}
