import { Anchor, Text, Title } from '@mantine/core'
import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import { Link } from '@tanstack/react-router'
import { cshow } from '../api/session.ts'
import { CAMPAIGN_PLACES } from '../campaigns/places.ts'
import { CampaignStatus } from '../campaigns/status/CampaignStatus.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { type Column, DataTable, type ListState } from '../ui/DataTable.tsx'
import { Nothing } from '../ui/Nothing.tsx'
import { useNumbers } from '../ui/use-numbers.ts'
import { DateTime } from '../zone/DateTime.tsx'
import { WaitsForOperator } from './CampaignsOff.tsx'

type Latest = Dashboard['campaigns'][number]

export function LatestCampaigns({ list }: { list: ListState<Latest> }) {
  const { t } = useTexts()
  const columns = useLatestColumns()
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('dashboard.latest')}
      </Title>
      <DataTable
        label={t('dashboard.latest')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<Nothing drawing="chart" text={t('dashboard.empty')} />}
      />
    </section>
  )
}

function useLatestColumns(): Column<Latest>[] {
  const { t } = useTexts()
  const format = useNumbers()
  const time = (key: 'scheduledAt' | 'completedAt', minTableWidth: number): Column<Latest> => ({
    key,
    header: t(`campaigns.columns.${key}`),
    width: 165,
    minTableWidth,
    isEmpty: (campaign) => campaign[key] === null,
    cell: (campaign) => <DateTime instant={campaign[key]} />,
  })
  return [
    { key: 'name', header: t('campaigns.name'), place: 'title', cell: (campaign) => <Name {...campaign} /> },
    {
      key: 'status',
      header: t('campaigns.columns.status'),
      width: 175,
      cell: (campaign) => (
        <>
          <CampaignStatus status={campaign.status} pausedAt={campaign.pausedAt} />
          <WaitsForOperator campaign={campaign} />
        </>
      ),
    },
    {
      key: 'totalDelivered',
      header: t('dashboard.totalDelivered'),
      width: 180,
      cell: ({ totalDelivered }) => <Text size="sm">{format(totalDelivered)}</Text>,
    },
    time('scheduledAt', 700),
    time('completedAt', 860),
  ]
}

/** Links to the report, for companies with campaigns. */
function Name({ id: campaignId, type, name }: Latest) {
  if (!cshow())
    return (
      <Text size="sm" fw={600}>
        {name}
      </Text>
    )
  return (
    <Anchor
      size="sm"
      fw={600}
      c="var(--mantine-color-text)"
      renderRoot={(props) => <Link to={CAMPAIGN_PLACES[type].report} params={{ campaignId }} {...props} />}
    >
      {name}
    </Anchor>
  )
}
