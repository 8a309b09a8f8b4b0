import { campaignRoutes } from '@recado/shared/campaigns/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { afterSubmitDelay } from '../../ui/form.ts'
import { campaignKeys } from '../keys.ts'

/** Whether the company may send. */
export const sendingQuery = queryOptions({
  queryKey: campaignKeys.sending,
  queryFn: ({ signal }) => call(campaignRoutes.getSendingState, {}, { signal }),
})

/** Whether anybody may; for operators. */
export const platformSendingQuery = queryOptions({
  queryKey: campaignKeys.platformSending,
  queryFn: ({ signal }) => call(campaignRoutes.getPlatformSendingState, {}, { signal }),
})

/** Whose sending a switch is about. */
export type SwitchOf = 'company' | 'platform'
export type SwitchAction = 'stop' | 'resume'

const ROUTES = {
  company: { stop: campaignRoutes.stopSending, resume: campaignRoutes.resumeSending },
  platform: { stop: campaignRoutes.stopPlatformSending, resume: campaignRoutes.resumePlatformSending },
}

/** Stops all sending, or lets it go on. */
export function useSwitchSending(of: SwitchOf) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay(async ({ action, reason }: { action: SwitchAction; reason: string }) => {
      await call(ROUTES[of][action], { reason })
    }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: campaignKeys.sending }),
        client.invalidateQueries({ queryKey: campaignKeys.platformSending }),
        client.invalidateQueries({ queryKey: campaignKeys.lists }),
      ]),
    meta: { tellsItsError: true },
  })
}
