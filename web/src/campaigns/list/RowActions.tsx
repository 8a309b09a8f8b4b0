import { Group } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import {
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconReportAnalytics,
  IconRotate,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { RowAction } from '../../ui/RowAction.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import type { CampaignQuestion } from '../actions/CampaignQuestionDialog.tsx'
import { usePause } from '../actions/use-pause.ts'
import { CAMPAIGN_PLACES } from '../places.ts'
import { useDuplicateCampaign } from '../queries.ts'

interface RowActionsProps {
  campaign: Campaign
  ask: (question: CampaignQuestion) => void
}

/** The actions that a campaign's state allows. */
export function RowActions({ campaign, ask }: RowActionsProps) {
  const { t } = useTexts()
  const pause = usePause(campaign)
  const places = CAMPAIGN_PLACES[campaign.type]
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
      {pause.isPossible && (
        <RowAction
          label={pause.label}
          icon={pause.action === 'pause' ? IconPlayerPause : IconPlayerPlay}
          loading={pause.isBusy}
          onClick={pause.toggle}
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
          link={{ to: places.report, params }}
        />
      )}
      {can(campaign, 'editMessages') && (
        <RowAction label={t('common.edit')} icon={IconPencil} link={{ to: places.edit, params }} />
      )}
      <DuplicateAction campaign={campaign} />
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

/** Duplicates the campaign and opens the copy's form. */
function DuplicateAction({ campaign }: { campaign: Campaign }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const duplicate = useDuplicateCampaign()
  const copy = () => {
    if (duplicate.isPending) return
    duplicate.mutate(campaign.id, {
      onSuccess: ({ id }) => {
        toastSuccess(t('campaigns.duplicate.done'), `duplicate-${id}`)
        navigate({ to: CAMPAIGN_PLACES[campaign.type].edit, params: { campaignId: id } })
      },
    })
  }
  return (
    <RowAction
      label={t('campaigns.duplicate.action')}
      icon={IconCopy}
      loading={duplicate.isPending}
      onClick={copy}
    />
  )
}
