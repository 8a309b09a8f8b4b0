import type { ConnectionInput } from '@recado/shared/connections/connection'
import { connectionRoutes } from '@recado/shared/connections/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { connectionKeys } from './keys.ts'

export const connectionsQuery = queryOptions({
  queryKey: connectionKeys.list,
  queryFn: ({ signal }) => call(connectionRoutes.listConnections, { session: '0' }, { signal }),
})

/** One connection with its QR code; live events keep it as they come. */
export const connectionQuery = (whatsappId: string) =>
  queryOptions({
    queryKey: connectionKeys.one(whatsappId),
    queryFn: ({ signal }) => call(connectionRoutes.getConnection, { whatsappId }, { signal }),
  })

/** Creates a connection, or changes the one with the id. */
export function useSaveConnection() {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: afterSubmitDelay(({ whatsappId, ...input }: ConnectionInput & { whatsappId?: string }) =>
      whatsappId
        ? call(connectionRoutes.updateConnection, { whatsappId, ...input })
        : call(connectionRoutes.createConnection, input),
    ),
    onSuccess: refresh,
    meta: { tellsItsError: true },
  })
}

export function useDeleteConnection() {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: (whatsappId: string) => call(connectionRoutes.deleteConnection, { whatsappId }),
    onSuccess: refresh,
    meta: { tellsItsError: true },
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

function useRefreshConnections() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['connections'] })
}
