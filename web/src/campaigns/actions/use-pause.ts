import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useRunCampaign } from '../queries.ts'

/** Pauses or resumes a running campaign without a question, since both can be undone. */
export function usePause(campaign: Pick<Campaign, 'id' | 'status' | 'pausedAt'>) {
  const { t } = useTexts()
  const run = useRunCampaign()
  const action = can(campaign, 'resume') ? 'resume' : 'pause'
  return {
    action,
    label: t(`campaigns.${action}.action`),
    isPossible: can(campaign, action),
    isBusy: run.isPending,
    toggle: () => {
      if (run.isPending) return
      // Not by callbacks of `mutate`: the user may leave the page before the answer.
      run.mutateAsync({ campaignId: campaign.id, action }).then(
        () => toastSuccess(t(`campaigns.${action}.done`), `${action}-${campaign.id}`),
        (error: unknown) => toastError(error),
      )
    },
  }
}
