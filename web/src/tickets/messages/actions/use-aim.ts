import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { useCallback, useMemo, useState } from 'react'

/** Which message the composer answers, and which it edits. */
export function useAim(ticket: TicketWithDraft) {
  const [quotedId, setQuotedId] = useState(ticket.draft?.quoted ?? null)
  const [edited, setEdited] = useState<ShownMessage | null>(null)
  const quote = useCallback((messageId: string | null) => {
    setEdited(null)
    setQuotedId(messageId)
  }, [])
  return useMemo(
    () => ({
      /** The id of the message that the next answer quotes. */
      quotedId,
      quote,
      edited,
      edit: setEdited,
    }),
    [quotedId, quote, edited],
  )
}

export type Aim = ReturnType<typeof useAim>
