import type {
  Campaign,
  CreatedCampaign,
  campaignChange,
  campaignInput,
} from '@recado/shared/campaigns/contract/campaign'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod'
import { call } from '../../api/call.ts'
import { useCallOnce } from '../../api/use-call-once.ts'
import { afterSubmitDelay } from '../../ui/form.ts'
import { campaignKeys } from '../keys.ts'
import { useRefreshCampaign } from '../queries.ts'

export type CampaignToSave =
  | { input: z.input<typeof campaignInput>; confirmSplit: boolean }
  | { campaignId: string; change: z.input<typeof campaignChange> }

/** Creates a campaign, or changes the one with the id. */
export function useSaveCampaign() {
  const callOnce = useCallOnce()
  const refresh = useRefreshCampaign()
  return useMutation({
    mutationFn: afterSubmitDelay(
      (save: CampaignToSave): Promise<Campaign | CreatedCampaign> =>
        'input' in save
          ? callOnce(campaignRoutes.createCampaign, { ...save.input, confirmSplit: save.confirmSplit })
          : call(campaignRoutes.updateCampaign, { campaignId: save.campaignId, ...save.change }),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

/** Starts a campaign, or all parts of one that was split. A campaign that runs already is left as it is. */
export function useStartCampaigns() {
  const refresh = useRefreshCampaign()
  return useMutation({
    mutationFn: async (campaignIds: readonly string[]) => {
      for (const campaignId of campaignIds)
        await refresh(await call(campaignRoutes.startCampaign, { campaignId }))
    },
    meta: { showsItsError: true },
  })
}

/** A campaign as the form would save it. */
export type Proposal = z.input<typeof campaignInput> & { campaignId?: string | undefined }

/** The effect of a start or a schedule with values that are not saved. A cached answer is never shown. */
export const proposalQuery = (proposal: Proposal) =>
  queryOptions({
    queryKey: campaignKeys.proposal(proposal),
    queryFn: ({ signal }) => call(campaignRoutes.precheckProposal, proposal, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { askedOnce: true },
  })

interface TestToSend {
  campaignId: string
  number: string
  /** 1 to 5; undefined for the first variant with a text. */
  variant: number | undefined
  confirmation: boolean
}

/** Sends one of a campaign's messages to one number. */
export function useTestMessage() {
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: afterSubmitDelay((test: TestToSend) => callOnce(campaignRoutes.testCampaign, test)),
    meta: { showsItsError: true },
  })
}
