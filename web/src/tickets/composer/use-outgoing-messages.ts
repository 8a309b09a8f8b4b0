import type { KeptMedia } from '@recado/shared/messages/kept-media'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ownerOf } from '../../session/owner.ts'
import { useUser } from '../../session/use-session.ts'
import { type Conversation, messagesIn } from '../conversation-cache.ts'
import { ticketKeys } from '../keys.ts'
import type { OutboxEntry, OutboxFile } from '../outbox/entry.ts'
import { asDocument } from '../outbox/refused-file.ts'
import { openedOutbox } from '../outbox/use-outbox.ts'
import type { Outgoing } from '../outgoing.ts'
import { useOutgoing } from '../sending.ts'

/** What the user wrote: words, a file, or a file with its caption. The file of a quick reply is in storage already. */
export interface WrittenMessage {
  text: string
  file?: OutboxFile
  replyFile?: KeptMedia
}

interface SendOptions {
  /** Accepts the waiting ticket first. */
  accept?: boolean
  /** The id of the message that the first one answers. */
  quoted?: string | null
  /** Puts the user's name above the words. */
  sign?: boolean
  onSent?: () => void
}

/** The messages of a ticket that are on their way, and how they are sent, sent again and given up. */
export function useOutgoingMessages(ticket: Ticket) {
  const { t } = useTexts()
  const client = useQueryClient()
  const user = useUser()
  const outgoing = useOutgoing(ticket.id)
  const { id: ticketId, uuid, createdAt } = ticket
  const owner = ownerOf(user)

  const seenAt = useCallback(() => {
    const shown = client.getQueryData<Conversation>(ticketKeys.messages(ticketId))
    return messagesIn(shown).at(-1)?.at ?? createdAt
  }, [client, ticketId, createdAt])

  const send = useCallback(
    (
      messages: WrittenMessage[],
      { accept = false, quoted = null, sign = false, onSent }: SendOptions = {},
    ) => {
      const at = new Date().toISOString()
      const entries = messages.map(
        ({ text, file = null, replyFile = null }, order): OutboxEntry => ({
          clientId: crypto.randomUUID(),
          owner,
          ticketId,
          uuid,
          text,
          file,
          replyFile,
          quoted: order === 0 ? quoted : null,
          at,
          order,
          seenAt: seenAt(),
          accept: accept && order === 0,
          force: false,
          sign,
          confirmedAt: null,
          uploadId: null,
          state: 'waiting',
          reason: '',
          maySendAsDocument: false,
          mayRetry: true,
        }),
      )
      return openedOutbox().add(entries, onSent)
    },
    [owner, ticketId, uuid, seenAt],
  )
  const again = useCallback(
    (clientId: string, part: Partial<OutboxEntry> = {}) =>
      openedOutbox().change(clientId, {
        ...part,
        state: 'waiting',
        reason: '',
        maySendAsDocument: false,
        mayRetry: true,
        seenAt: seenAt(),
        confirmedAt: new Date().toISOString(),
      }),
    [seenAt],
  )
  /** Sends a message that was refused, or that is old. What came since was seen. */
  const retry = useCallback(({ clientId }: Outgoing) => again(clientId), [again])
  /** Sends a refused file as a document. The server took no message with this id, so the same id is still free. */
  const sendAsDocument = useCallback(
    ({ clientId, file }: Outgoing) => again(clientId, file ? { file: asDocument(file) } : {}),
    [again],
  )
  const sendAnyway = useCallback(
    ({ clientId }: Outgoing) =>
      openedOutbox().change(clientId, { state: 'waiting', reason: '', force: true }),
    [],
  )
  /** Keeps a file that a colleague's answer came before, until the user decides. */
  const setAside = useCallback(
    ({ clientId, reason: userName }: Outgoing) =>
      openedOutbox().change(clientId, { state: 'failed', reason: t('tickets.answered.title', { userName }) }),
    [t],
  )
  const discard = useCallback(({ clientId }: Outgoing) => openedOutbox().discard(clientId), [])
  return { outgoing, send, retry, sendAsDocument, sendAnyway, setAside, discard }
}

export type OutgoingMessages = ReturnType<typeof useOutgoingMessages>
