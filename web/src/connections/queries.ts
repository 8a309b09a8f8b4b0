import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import type { ConnectionInput } from '@recado/shared/connections/connection'
import { connectionRoutes } from '@recado/shared/connections/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { connectionKeys } from './keys.ts'

export const connectionsQuery = queryOptions({
  queryKey: connectionKeys.list,
  queryFn: ({ signal }) => call(connectionRoutes.listConnections, { session: '0' }, { signal }),
})

/** One connection with its QR code. Live events keep it current. */
export const connectionQuery = (whatsappId: string) =>
  queryOptions({
    queryKey: connectionKeys.one(whatsappId),
    queryFn: ({ signal }) => call(connectionRoutes.getConnection, { whatsappId }, { signal }),
  })

/** Creates a connection, or changes the one with the id. */
export function useSaveConnection() {
  const callOnce = useCallOnce()
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: afterSubmitDelay(({ whatsappId, ...input }: ConnectionInput & { whatsappId?: string }) =>
      whatsappId
        ? call(connectionRoutes.updateConnection, { whatsappId, ...input })
        : callOnce(connectionRoutes.createConnection, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteConnection() {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: (whatsappId: string) => call(connectionRoutes.deleteConnection, { whatsappId }),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

const SESSION_CALLS = {
  retry: connectionRoutes.retrySession,
  newQr: connectionRoutes.requestNewQr,
  disconnect: connectionRoutes.disconnectSession,
}
export type SessionAction = keyof typeof SESSION_CALLS

export function useSessionAction() {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: ({ whatsappId, action }: { whatsappId: string; action: SessionAction }) =>
      call<(typeof SESSION_CALLS)[SessionAction]>(SESSION_CALLS[action], { whatsappId }),
    onSuccess: refresh,
  })
}

/** A code to type on the phone of a number: eight letters and digits. */
export function usePairingCode(whatsappId: string) {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: async (number: string) => {
      // A repeated `callOnce` would bring the first answer, whose code may have expired.
      const { code } = await call(connectionRoutes.requestPairingCode, { whatsappId, number })
      return { code, number }
    },
    onSettled: refresh,
    meta: { showsItsError: true },
  })
}

/** Accepts the other number that was linked, or unlinks it. */
export function useAnswerOtherNumber() {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: (answer: { whatsappId: string; accept: boolean }) =>
      call(connectionRoutes.answerOtherNumber, answer),
    onSettled: refresh,
    meta: { showsItsError: true },
  })
}

/** Tests a connection with a request to WhatsApp; the default connection if none is named. */
export const useTestConnection = () =>
  useMutation({
    mutationFn: (whatsappId: string | undefined) => call(connectionRoutes.testConnection, { whatsappId }),
  })

function useRefreshConnections() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: connectionKeys.all })
}

/**
 * Running and scheduled campaigns, the running ones first. Cards of connections and questions about connections and lists
 * name those that need them; the dashboard shows how they run. Live events keep them current.
 */
export const unfinishedCampaignsQuery = queryOptions({
  queryKey: connectionKeys.unfinishedCampaigns,
  queryFn: ({ signal }) => call(campaignRoutes.listUnfinishedCampaigns, {}, { signal }),
})
