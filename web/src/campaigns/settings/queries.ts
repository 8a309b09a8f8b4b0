import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import type { CampaignSettings } from '@recado/shared/campaigns/contract/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { afterSubmitDelay } from '../../ui/form.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { campaignSettingsQuery } from '../../zone/queries.ts'
import { renewZone } from '../../zone/use-zone.ts'

export function useSaveSettings(savedText: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay((settings: CampaignSettings) =>
      call(campaignRoutes.saveCampaignSettings, { settings }),
    ),
    onSuccess: ({ settings }: { settings: CampaignSettings }) => {
      client.setQueryData(campaignSettingsQuery.queryKey, settings)
      toastSuccess(savedText, 'campaign-settings')
      void renewZone()
    },
  })
}
