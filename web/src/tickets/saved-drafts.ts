import {
  type Draft,
  draft,
  draftInList,
  type ListedTicket,
  type TicketWithDraft,
} from '@recado/shared/tickets/contract/ticket'
import type { QueryClient } from '@tanstack/react-query'
import { ticketKeys } from './keys.ts'

/** A draft as the ticket shows it: without a text there is none. */
export const shownDraft = (written: Draft): TicketWithDraft['draft'] => (written.text ? written : null)

/**
 * Puts drafts into an answer that may be older than they are. Called before the answer is fetched.
 * @returns changes a fetched ticket: it gets the last draft that was being saved at the call, or was saved since
 */
export function keepingDrafts(client: QueryClient) {
  const savesOf = (mutationKey: readonly string[]) => client.getMutationCache().findAll({ mutationKey })
  const known = new Set(savesOf(ticketKeys.drafts).filter(({ state }) => state.status !== 'pending'))
  const savedSince = (uuid: string): Draft | undefined => {
    const last = savesOf(ticketKeys.draft(uuid)).findLast((mutation) => !known.has(mutation))
    return draft.safeParse(last?.state.variables).data
  }
  return {
    inTicket: (fetched: TicketWithDraft): TicketWithDraft => {
      const saved = savedSince(fetched.uuid)
      return saved ? { ...fetched, draft: shownDraft(saved) } : fetched
    },
    inList: (fetched: ListedTicket): ListedTicket => {
      const saved = savedSince(fetched.uuid)
      return saved ? { ...fetched, draftText: draftInList(saved.text) } : fetched
    },
  }
}
