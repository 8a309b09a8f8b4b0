import type { KeptMedia } from '@recado/shared/messages/kept-media'
import type { QueryClient } from '@tanstack/react-query'
import { ticketKeys } from './keys.ts'

/** A file of a message that waits. */
export interface OutgoingFile {
  blob: Blob
  fileName: string
  type: 'image' | 'video' | 'audio' | 'document'
  /** A recording for phones to play as a voice note. */
  voice: boolean
  /** Of an audio. */
  seconds: number
}

/** A message that the server has not confirmed. It is shown at once, below the others. */
export interface Outgoing {
  clientId: string
  /** The words, or the caption of the file. */
  text: string
  file?: OutgoingFile | null
  /** The file of a quick reply. */
  replyFile?: KeptMedia | null
  /** The id of the message that it quotes. */
  quoted?: string | null
  /** When the user sent it, ISO 8601. */
  at: string
  /** The newest message that the user saw then, ISO 8601. */
  seenAt: string
  /** Accepts the waiting ticket first. */
  accept: boolean
  /**
   * `asks`: old, so the user decides whether it still leaves. `failed`: refused, and the user decides. `answered`: a
   * colleague was faster, and the user decides. `returned`: refused, and its text goes back into the composer.
   */
  state: 'sending' | 'asks' | 'failed' | 'answered' | 'returned'
  /** Why it is not on its way, in words; of `answered` the name of the colleague. */
  reason: string
  /** Its file was refused as a picture, video or audio, and may leave as a document. */
  maySendAsDocument?: boolean
  /** False if the same file would be refused again. */
  mayRetry?: boolean
  /** The share of the file that was sent, 0 to 1; undefined while no file is on its way. */
  share?: number | undefined
}

export const outgoingOf = (client: QueryClient, ticketId: string): Outgoing[] =>
  client.getQueryData<Outgoing[]>(ticketKeys.outgoing(ticketId)) ?? []

/** Adds a message, or changes the one with the same `clientId`. */
export function putOutgoing(client: QueryClient, ticketId: string, message: Outgoing): void {
  client.setQueryData<Outgoing[]>(ticketKeys.outgoing(ticketId), (known = []) =>
    known.some(({ clientId }) => clientId === message.clientId)
      ? known.map((one) => (one.clientId === message.clientId ? message : one))
      : [...known, message],
  )
}

/** Shows these messages as the waiting ones of a ticket. */
export const setOutgoing = (client: QueryClient, ticketId: string, messages: Outgoing[]): void =>
  void client.setQueryData<Outgoing[]>(ticketKeys.outgoing(ticketId), messages)

/** Keeps waiting messages for as long as the page lives, whether a page shows them or not. */
export const keepOutgoing = (client: QueryClient): void =>
  client.setQueryDefaults(ticketKeys.outgoings, { gcTime: Number.POSITIVE_INFINITY })

/** Forgets the tickets without waiting messages that no page shows: a shift opens hundreds of tickets. */
export const forgetSent = (client: QueryClient): void =>
  client.removeQueries({
    queryKey: ticketKeys.outgoings,
    predicate: (query) =>
      query.getObserversCount() === 0 && !client.getQueryData<Outgoing[]>(query.queryKey)?.length,
  })

export function removeOutgoing(client: QueryClient, ticketId: string, clientId: string): void {
  client.setQueryData<Outgoing[]>(ticketKeys.outgoing(ticketId), (known) =>
    known?.filter((one) => one.clientId !== clientId),
  )
}
