import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ticketKeys } from '../keys.ts'

/** An address is valid for five minutes. It is used for four, so that a large file can still begin (ms). */
const USED_MS = 240_000

/** The address of a file, by the call that answers it. */
export const addressQuery = (queryKey: QueryKey, load: (signal: AbortSignal) => Promise<{ url: string }>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => load(signal), staleTime: USED_MS })

export type MediaAddressQuery = ReturnType<typeof addressQuery>

/** The address of the file of a ticket's message. */
export const mediaAddressQuery = (ticketId: string, messageId: string): MediaAddressQuery =>
  addressQuery(ticketKeys.media(ticketId, messageId), (signal) =>
    call(messageRoutes.getMessageMedia, { ticketId, messageId }, { signal }),
  )
