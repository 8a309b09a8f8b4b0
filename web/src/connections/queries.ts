import type { Campaign, CampaignType } from '@recado/shared/campaigns/campaign'
import { campaignRoutes } from '@recado/shared/campaigns/routes'
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

/** Campaigns that are running or planned, of which a question names those on a connection. */
export const unfinishedCampaignsQuery = queryOptions({
  queryKey: connectionKeys.unfinishedCampaigns,
  queryFn: async ({ signal }) => [
    ...(await unfinishedOf('PRIVATE', signal)),
    ...(await unfinishedOf('GROUP', signal)),
  ],
})

async function unfinishedOf(type: CampaignType, signal: AbortSignal): Promise<Campaign[]> {
  const unfinished: Campaign[] = []
  let cursor: string | undefined
  do {
    const page = await call(campaignRoutes.listCampaigns, { cursor, type }, { signal })
    unfinished.push(...page.records.filter(({ status }) => STILL_TO_SEND.includes(status)))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return unfinished
}
const STILL_TO_SEND: readonly Campaign['status'][] = ['PROGRAMADA', 'EM_ANDAMENTO']

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

/** A code to type on the phone of a number: eight letters and digits. */
export function usePairingCode(whatsappId: string) {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: async (number: string) => {
      const { code } = await call(connectionRoutes.requestPairingCode, { whatsappId, number })
      return { code, number }
    },
    onSettled: refresh,
    meta: { tellsItsError: true },
  })
}

/** Takes over the other number that was linked, or unlinks it. */
export function useAnswerOtherNumber() {
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: (answer: { whatsappId: string; accept: boolean }) =>
      call(connectionRoutes.answerOtherNumber, answer),
    onSettled: refresh,
    meta: { tellsItsError: true },
  })
}

/** Asks WhatsApp something over a connection, over the default one where none is named. */
export const useTestConnection = () =>
  useMutation({
    mutationFn: (whatsappId: string | undefined) => call(connectionRoutes.testConnection, { whatsappId }),
  })

function useRefreshConnections() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: connectionKeys.all })
}
