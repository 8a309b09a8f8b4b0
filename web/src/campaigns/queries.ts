import type { Campaign, CampaignChange, CampaignInput } from '@recado/shared/campaigns/campaign'
import { campaignRoutes } from '@recado/shared/campaigns/routes'
import type { CampaignSettings } from '@recado/shared/campaigns/settings'
import type { ShippingStatus } from '@recado/shared/campaigns/shipping'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { toastSuccess } from '../ui/toast.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { campaignKeys } from './keys.ts'

export const useCampaigns = (searchParam: string) =>
  usePagedList(
    {
      queryKey: [...campaignKeys.lists, searchParam],
      queryFn: ({ pageParam, signal }) =>
        call(
          campaignRoutes.listCampaigns,
          { searchParam: searchParam || undefined, cursor: pageParam || undefined, type: 'PRIVATE' },
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

export interface ShippingFilter {
  status: ShippingStatus | undefined
  searchParam: string
}

/** A filtered list cannot know where a newcomer belongs: while a campaign runs its start is asked for anew. */
const FILTERED_REFRESH_MS = 5000

export const useShippings = (campaignId: string, filter: ShippingFilter, isRunning: boolean) =>
  usePagedList(
    {
      refetchInterval: isRunning && filter.status ? FILTERED_REFRESH_MS : false,
      queryKey: [...campaignKeys.shippings(campaignId), filter],
      queryFn: ({ pageParam, signal }) =>
        call(
          campaignRoutes.listShippings,
          {
            campaignId,
            status: filter.status,
            searchParam: filter.searchParam || undefined,
            cursor: pageParam || undefined,
          },
          { signal },
        ),
    },
    (page) => page.records,
  )

export const settingsQuery = queryOptions({
  queryKey: campaignKeys.settings,
  queryFn: async ({ signal }) => (await call(campaignRoutes.getCampaignSettings, {}, { signal })).settings,
  staleTime: 300_000,
})

export function useSaveSettings(savedText: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay((settings: CampaignSettings) =>
      call(campaignRoutes.saveCampaignSettings, { settings }),
    ),
    onSuccess: ({ settings }: { settings: CampaignSettings }) => {
      client.setQueryData(campaignKeys.settings, settings)
      toastSuccess(savedText, 'campaign-settings')
    },
  })
}

export type CampaignToSave = { campaignId: string; change: CampaignChange } | { input: CampaignInput }

/** Creates a campaign, or changes the one with the id. */
export function useSaveCampaign() {
  const refresh = useRefreshCampaign()
  return useMutation({
    mutationFn: afterSubmitDelay((save: CampaignToSave) =>
      'input' in save
        ? call(campaignRoutes.createCampaign, save.input)
        : call(campaignRoutes.updateCampaign, { campaignId: save.campaignId, ...save.change }),
    ),
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

const ACTIONS = {
  start: campaignRoutes.startCampaign,
  cancel: campaignRoutes.cancelCampaign,
  restart: campaignRoutes.restartCampaign,
}
export type RunAction = keyof typeof ACTIONS

export function useRunCampaign() {
  const refresh = useRefreshCampaign()
  return useMutation({
    mutationFn: ({ campaignId, action }: { campaignId: string; action: RunAction }) =>
      call(ACTIONS[action], { campaignId }),
    onSuccess: refresh,
    meta: { tellsItsError: true },
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
    meta: { tellsItsError: true },
  })
}

function useRefreshCampaign() {
  const client = useQueryClient()
  return async ({ id }: Campaign) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: campaignKeys.lists }),
      client.invalidateQueries({ queryKey: campaignKeys.one(id) }),
    ])
  }
}
