import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { restartsAsPlanned } from '@recado/shared/campaigns/contract/machine'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { CAMPAIGN_PLACES } from '../places.ts'
import { type RunAction, useDeleteCampaign, useRunCampaign } from '../queries.ts'
import { type Started, StoredStartSummary } from '../start/StartSummary.tsx'

/** An action on a campaign that needs a confirmation. */
export interface CampaignQuestion {
  action: RunAction | 'delete'
  campaign: Started & Pick<Campaign, 'id' | 'name' | 'startedAt' | 'scheduledAt'>
}

interface CampaignQuestionDialogProps {
  question: CampaignQuestion | undefined
  onClose: () => void
  /** Called after a deletion, when the campaign's page has nothing left to show. */
  onDeleted?: () => void
}

export function CampaignQuestionDialog({ question, onClose, onDeleted }: CampaignQuestionDialogProps) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const run = useRunCampaign()
  const remove = useDeleteCampaign()
  const action = question?.action ?? 'start'

  const close = () => {
    run.reset()
    remove.reset()
    onClose()
  }
  const done = () => {
    toastSuccess(t(`campaigns.${action}.done`), `${action}-${question?.campaign.id}`)
    close()
    if (action === 'delete') onDeleted?.()
  }
  /** A campaign that runs is watched in its report. */
  const ran = ({ id: campaignId, type, status }: Campaign) => {
    done()
    if ((action === 'start' || action === 'restart') && status === 'EM_ANDAMENTO')
      navigate({ to: CAMPAIGN_PLACES[type].report, params: { campaignId }, ignoreBlocker: true })
  }
  const confirm = () => {
    if (!question || run.isPending || remove.isPending) return
    const { id: campaignId } = question.campaign
    if (question.action === 'delete') remove.mutate(campaignId, { onSuccess: done })
    else run.mutate({ campaignId, action: question.action }, { onSuccess: ran })
  }
  return (
    <ConfirmDialog
      opened={question !== undefined}
      title={t(`campaigns.${action}.title`, { name: question?.campaign.name ?? '' })}
      action={t(`campaigns.${action}.action`)}
      danger={action === 'cancel' || action === 'delete'}
      isBusy={run.isPending || remove.isPending}
      error={run.error ?? remove.error}
      dismissal={action === 'cancel' ? t('common.back') : undefined}
      onConfirm={confirm}
      onClose={close}
    >
      {question && beginsNow(question) ? (
        <StoredStartSummary campaign={question.campaign} />
      ) : (
        t(`campaigns.${question ? textOf(question) : 'restart'}.text`)
      )}
    </ConfirmDialog>
  )
}

/** Whether the campaign begins with the action: then the dialog shows the recipients. */
const beginsNow = ({ action, campaign }: CampaignQuestion): boolean =>
  action === 'start' ||
  (action === 'restart' && campaign.startedAt === null && !restartsAsPlanned(campaign, serverNow()))

/** A campaign that was cancelled before it began waits for its time again. The question about a start has no text. */
function textOf({ action, campaign }: CampaignQuestion) {
  if (action === 'start') return 'restart'
  return action === 'restart' && restartsAsPlanned(campaign, serverNow()) ? 'replan' : action
}
