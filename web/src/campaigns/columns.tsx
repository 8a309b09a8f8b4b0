import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/campaign'
import { can } from '@recado/shared/campaigns/machine'
import {
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconReportAnalytics,
  IconRotate,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from '../ui/DataTable.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { useNumbers } from '../ui/use-numbers.ts'
import type { CampaignQuestion } from './CampaignQuestionDialog.tsx'
import { CampaignStatus } from './CampaignStatus.tsx'
import { useWaitingText } from './waiting-text.ts'

/** Before its start nobody has counted a campaign's recipients. */
const isStarted = ({ startedAt }: Campaign) => startedAt !== null

export function useCampaignColumns(ask: (question: CampaignQuestion) => void): Column<Campaign>[] {
  const { t } = useTexts()
  const format = useNumbers()
  return [
    { key: 'name', header: t('campaigns.name'), place: 'title', cell: (campaign) => <Name {...campaign} /> },
    {
      key: 'status',
      header: t('campaigns.columns.status'),
      width: 175,
      cell: (campaign) => <StatusAndWait {...campaign} />,
    },
    {
      key: 'validContacts',
      header: t('campaigns.columns.contacts'),
      width: 90,
      minTableWidth: 760,
      isEmpty: (campaign) => !isStarted(campaign),
      cell: (campaign) => <Text size="sm">{isStarted(campaign) ? format(campaign.validContacts) : '—'}</Text>,
    },
    {
      key: 'scheduledAt',
      header: t('campaigns.columns.scheduledAt'),
      width: 165,
      minTableWidth: 620,
      cell: ({ scheduledAt }) =>
        scheduledAt ? <DateTime instant={scheduledAt} /> : <Text size="sm">{t('campaigns.noSchedule')}</Text>,
    },
    {
      key: 'completedAt',
      header: t('campaigns.columns.completedAt'),
      width: 150,
      minTableWidth: 920,
      isEmpty: ({ completedAt }) => completedAt === null,
      cell: ({ completedAt }) => <DateTime instant={completedAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 170,
      align: 'right',
      cell: (campaign) => <Actions campaign={campaign} ask={ask} />,
    },
  ]
}

/** A campaign that is still to be written leads to its form, any other to its report. */
function Name(campaign: Campaign) {
  const { id: campaignId, name } = campaign
  return (
    <Anchor
      size="sm"
      fw={600}
      c="var(--mantine-color-text)"
      renderRoot={(props) => (
        <Link
          to={can(campaign, 'edit') ? '/campaigns/$campaignId/edit' : '/campaign/$campaignId/report'}
          params={{ campaignId }}
          {...props}
        />
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
      <CampaignStatus status={campaign.status} />
      {waiting && (
        <Text size="xs" c="dimmed">
          {waiting}
        </Text>
      )}
    </Stack>
  )
}

function Actions({ campaign, ask }: { campaign: Campaign; ask: (question: CampaignQuestion) => void }) {
  const { t } = useTexts()
  const params = { campaignId: campaign.id }
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      {can(campaign, 'start') && (
        <RowAction
          label={t('campaigns.start.action')}
          icon={IconPlayerPlay}
          onClick={() => ask({ action: 'start', campaign })}
        />
      )}
      {can(campaign, 'restart') && (
        <RowAction
          label={t('campaigns.restart.action')}
          icon={IconRotate}
          onClick={() => ask({ action: 'restart', campaign })}
        />
      )}
      {can(campaign, 'cancel') && (
        <RowAction
          label={t('campaigns.cancel.action')}
          icon={IconPlayerStop}
          danger
          onClick={() => ask({ action: 'cancel', campaign })}
        />
      )}
      {campaign.startedAt && (
        <RowAction
          label={t('campaigns.report.open')}
          icon={IconReportAnalytics}
          link={{ to: '/campaign/$campaignId/report', params }}
        />
      )}
      {can(campaign, 'editMessages') && (
        <RowAction
          label={t('common.edit')}
          icon={IconPencil}
          link={{ to: '/campaigns/$campaignId/edit', params }}
        />
      )}
      {can(campaign, 'delete') && (
        <RowAction
          label={t('common.delete')}
          icon={IconTrash}
          danger
          onClick={() => ask({ action: 'delete', campaign })}
        />
      )}
    </Group>
  )
}
