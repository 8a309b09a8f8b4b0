import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ticketKeys } from '../keys.ts'

/** An address is valid for five minutes. It is used for four, so that a large file can still begin (ms). */
const USED_MS = 240_000

/** The address of a message's file. */
export const mediaAddressQuery = (ticketId: string, messageId: string) =>
  queryOptions({
    queryKey: ticketKeys.media(ticketId, messageId),
    queryFn: ({ signal }) => call(messageRoutes.getMessageMedia, { ticketId, messageId }, { signal }),
    staleTime: USED_MS,
  })
