import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { afterSubmitDelay } from '../../ui/form.ts'
import { campaignKeys } from '../keys.ts'

/** The state of the company's sending. */
export const sendingQuery = queryOptions({
  queryKey: campaignKeys.sending,
  queryFn: ({ signal }) => call(campaignRoutes.getSendingState, {}, { signal }),
})

/** The state of the platform's sending; for operators. */
export const platformSendingQuery = queryOptions({
  queryKey: campaignKeys.platformSending,
  queryFn: ({ signal }) => call(campaignRoutes.getPlatformSendingState, {}, { signal }),
})

/** What a switch stops: one company or all. */
export type SwitchOf = 'company' | 'platform'
export type SwitchAction = 'stop' | 'resume'

const ROUTES = {
  company: { stop: campaignRoutes.stopSending, resume: campaignRoutes.resumeSending },
  platform: { stop: campaignRoutes.stopPlatformSending, resume: campaignRoutes.resumePlatformSending },
}

/** Stops or resumes all sending. */
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
    meta: { showsItsError: true },
  })
}
