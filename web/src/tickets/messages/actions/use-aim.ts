import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { useMemo, useRef, useState } from 'react'
import { useEditAim } from '../../../messages/use-edit-aim.ts'

/** Which message the composer answers, which one it edits, and whether it records. */
export function useAim(ticket: TicketWithDraft) {
  const aim = useEditAim<ShownMessage, string>(ticket.draft?.quoted ?? null)
  const { replyTo: quotedId, replyNext, reply } = aim
  const hasAimed = useRef(false)
  const [isRecording, setIsRecording] = useState(false)
  const actions = useMemo(
    () => ({
      /** Sets which message the next answer quotes. An edit goes on. */
      quote: (messageId: string | null) => {
        hasAimed.current = true
        replyNext(messageId)
      },
      /** Quotes a message that the user chose, in place of an edit. */
      reply: (messageId: string) => {
        hasAimed.current = true
        reply(messageId)
      },
      /** Quotes what the kept draft does, unless the user has chosen what to quote. */
      followDraft: (messageId: string | null) => {
        if (!hasAimed.current) replyNext(messageId)
      },
    }),
    [replyNext, reply],
  )
  return useMemo(
    () => ({
      ...aim,
      ...actions,
      /** The id of the message that the next answer quotes. */
      quotedId,
      /** While it records, no edit begins: the edit would hide the recorder. */
      isRecording,
      setIsRecording,
    }),
    [aim, actions, quotedId, isRecording],
  )
}

export type Aim = ReturnType<typeof useAim>
