import { Group, Select, Title } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { type ShippingView, shippingView } from '@recado/shared/campaigns/contract/shipping'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useShippingColumns } from './columns.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { useShippings } from './queries.ts'
import type { ReportSearch } from './report-search.ts'
import { ShippingDialog } from './ShippingDialog.tsx'
import { useRowsOfLedger } from './use-rows-of-ledger.ts'

interface RecipientsProps {
  campaign: CampaignReport
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** The campaign's recipients and their results. */
export function Recipients({ campaign, search, onSearch }: RecipientsProps) {
  const { t } = useTexts()
  const filter = { status: search.status, searchParam: search.search ?? '' }
  const isFiltered = Boolean(filter.status || filter.searchParam)
  const list = useShippings(campaign.id, filter, campaign.status === 'EM_ANDAMENTO')
  const columns = useShippingColumns(campaign, ({ id }) => onSearch({ ...search, recipient: id }))
  const count = list.firstPage?.count
  useRowsOfLedger(campaign, isFiltered ? undefined : (count ?? undefined), list.refetch)
  const views = viewsOf(campaign)
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('shippings.title')}
        </Title>
        {campaign.startedAt && <DownloadButton campaignId={campaign.id} />}
      </Group>
      <FilterBar>
        <SearchBox
          label={t('contacts.search')}
          value={filter.searchParam}
          onSearch={(text) => onSearch({ ...search, search: text || undefined })}
        />
        <Select
          aria-label={t('shippings.views.label')}
          data={[
            { value: 'all', label: t('shippings.views.all') },
            ...views.map((value) => ({ value, label: t(`shippings.views.${value}`) })),
          ]}
          value={search.status ?? 'all'}
          onChange={(value) => onSearch({ ...search, status: views.find((view) => view === value) })}
          w={230}
        />
        {count !== null && <Quantity count={count} />}
      </FilterBar>
      <DataTable
        label={t('shippings.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyList drawing="people" text={t('shippings.empty')} isFiltered={isFiltered} />}
      />
      <ShippingDialog
        shipping={list.records.find(({ id }) => id === search.recipient)}
        onClose={() => onSearch({ ...search, recipient: undefined })}
      />
    </section>
  )
}

/** The filters of the table. Without confirmations, no recipient waits for one. */
const viewsOf = ({ confirmation }: CampaignReport): ShippingView[] =>
  shippingView.options.filter((view) => view !== 'AWAITING' || confirmation)
