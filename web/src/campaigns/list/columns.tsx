import { Anchor, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { DateTime } from '../../zone/DateTime.tsx'
import type { CampaignQuestion } from '../actions/CampaignQuestionDialog.tsx'
import { effectiveSchedule } from '../effective-schedule.ts'
import { CAMPAIGN_PLACES } from '../places.ts'
import { CampaignStatus } from '../status/CampaignStatus.tsx'
import { useWaitingText } from '../status/waiting-text.ts'
import classes from './list.module.css'
import { RowActions } from './RowActions.tsx'
import { RowProgress } from './RowProgress.tsx'

/** The recipients of a campaign are counted at its start. */
const isStarted = ({ startedAt }: Campaign) => startedAt !== null

export function useCampaignColumns(ask: (question: CampaignQuestion) => void): Column<Campaign>[] {
  const { t } = useTexts()
  return [
    { key: 'name', header: t('campaigns.name'), place: 'title', cell: (campaign) => <Name {...campaign} /> },
    {
      key: 'status',
      header: t('campaigns.columns.status'),
      width: 190,
      cell: (campaign) => <StatusAndWait {...campaign} />,
    },
    {
      key: 'progress',
      header: t('campaigns.columns.progress'),
      width: 150,
      minTableWidth: 700,
      isEmpty: (campaign) => !isStarted(campaign),
      cell: (campaign) => <RowProgress campaign={campaign} />,
    },
    {
      key: 'scheduledAt',
      header: t('campaigns.columns.scheduledAt'),
      width: 165,
      minTableWidth: 860,
      cell: (campaign) => {
        const scheduledAt = effectiveSchedule(campaign)
        return scheduledAt ? (
          <DateTime instant={scheduledAt} />
        ) : (
          <Text size="sm">{t('campaigns.noSchedule')}</Text>
        )
      },
    },
    {
      key: 'completedAt',
      header: t('campaigns.columns.completedAt'),
      width: 150,
      minTableWidth: 1010,
      isEmpty: ({ completedAt }) => completedAt === null,
      cell: ({ completedAt }) => <DateTime instant={completedAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 240,
      align: 'right',
      cell: (campaign) => <RowActions campaign={campaign} ask={ask} />,
    },
  ]
}

/** The name links to the form while the campaign can be edited, else to the report. */
function Name(campaign: Campaign) {
  const { id: campaignId, name, type } = campaign
  const places = CAMPAIGN_PLACES[type]
  return (
    <Anchor
      size="sm"
      fw={600}
      className={classes.name}
      c="var(--mantine-color-text)"
      renderRoot={(props) => (
        <Link to={can(campaign, 'edit') ? places.edit : places.report} params={{ campaignId }} {...props} />
      )}
    >
      {name}
    </Anchor>
  )
}

function StatusAndWait(campaign: Campaign) {
  const waiting = useWaitingText(campaign)
  return (
    <Stack gap={4} align="flex-start">
      <CampaignStatus status={campaign.status} pausedAt={campaign.pausedAt} />
      {waiting && (
        <Text size="xs" c="dimmed">
          {waiting}
        </Text>
      )}
    </Stack>
  )
}
