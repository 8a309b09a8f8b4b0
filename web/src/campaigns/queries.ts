import type { Campaign, CampaignStatus, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { campaignKeys } from './keys.ts'

export const useCampaigns = (type: CampaignType, searchParam: string, status?: CampaignStatus) =>
  usePagedList(
    {
      queryKey: campaignKeys.listsOf(type, searchParam, status),
      queryFn: ({ pageParam, signal }) =>
        call(
          campaignRoutes.listCampaigns,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined, type, status },
          { signal },
        ),
    },
    (page) => page.records,
  )

export const campaignQuery = (campaignId: string) =>
  queryOptions({
    queryKey: campaignKeys.one(campaignId),
    queryFn: ({ signal }) => call(campaignRoutes.getCampaign, { campaignId }, { signal }),
  })

const ACTIONS = {
  start: campaignRoutes.startCampaign,
  cancel: campaignRoutes.cancelCampaign,
  restart: campaignRoutes.restartCampaign,
  pause: campaignRoutes.pauseCampaign,
  resume: campaignRoutes.resumeCampaign,
}
export type RunAction = keyof typeof ACTIONS

export function useRunCampaign() {
  const callOnce = useCallOnce()
  const refresh = useRefreshCampaign()
  return useMutation({
    mutationFn: ({ campaignId, action }: { campaignId: string; action: RunAction }) =>
      callOnce(ACTIONS[action], { campaignId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteCampaign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (campaignId: string) => call(campaignRoutes.deleteCampaign, { campaignId }),
    onSuccess: (_, campaignId) => {
      client.removeQueries({ queryKey: campaignKeys.one(campaignId) })
      return client.invalidateQueries({ queryKey: campaignKeys.lists })
    },
    meta: { showsItsError: true },
  })
}

/** Makes a new campaign with the same texts and list. */
export function useDuplicateCampaign() {
  const callOnce = useCallOnce()
  const refresh = useRefreshCampaign()
  return useMutation({
    mutationFn: (campaignId: string) => callOnce(campaignRoutes.duplicateCampaign, { campaignId }),
    onSuccess: refresh,
  })
}

export function useRefreshCampaign() {
  const client = useQueryClient()
  return async ({ id }: Campaign) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: campaignKeys.lists }),
      client.invalidateQueries({ queryKey: campaignKeys.one(id) }),
      client.invalidateQueries({ queryKey: campaignKeys.precheck(id) }),
    ])
  }
}
