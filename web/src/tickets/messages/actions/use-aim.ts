import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { useCallback, useMemo, useRef, useState } from 'react'

/** Which message the composer answers, and which it edits. */
export function useAim(ticket: TicketWithDraft) {
  const [quotedId, setQuotedId] = useState(ticket.draft?.quoted ?? null)
  const hasAimed = useRef(false)
  const [edited, setEdited] = useState<ShownMessage | null>(null)
  const quote = useCallback((messageId: string | null) => {
    hasAimed.current = true
    setEdited(null)
    setQuotedId(messageId)
  }, [])
  const followDraft = useCallback((messageId: string | null) => {
    if (!hasAimed.current) setQuotedId(messageId)
  }, [])
  return useMemo(
    () => ({
      /** The id of the message that the next answer quotes. */
      quotedId,
      quote,
      /** Quotes what the kept draft does, unless the user has chosen what to quote. */
      followDraft,
      edited,
      edit: setEdited,
    }),
    [quotedId, quote, followDraft, edited],
  )
}

export type Aim = ReturnType<typeof useAim>
