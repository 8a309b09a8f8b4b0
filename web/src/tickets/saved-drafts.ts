import { type Draft, draft, type TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import type { QueryClient } from '@tanstack/react-query'
import { ticketKeys } from './keys.ts'

/** A draft as the ticket shows it: without a text there is none. */
export const shownDraft = (written: Draft): TicketWithDraft['draft'] => (written.text ? written : null)

/**
 * Puts drafts into an answer that may be older than they are. Called before the ticket is fetched.
 * @returns changes the fetched ticket: it gets the last draft that was being saved at the call, or was saved since
 */
export function keepingDrafts(
  client: QueryClient,
  uuid: string,
): (fetched: TicketWithDraft) => TicketWithDraft {
  const all = () => client.getMutationCache().findAll({ mutationKey: ticketKeys.draft(uuid) })
  const known = new Set(all().filter(({ state }) => state.status !== 'pending'))
  return (fetched) => {
    const saved = draft.safeParse(all().findLast((mutation) => !known.has(mutation))?.state.variables)
    return saved.success ? { ...fetched, draft: shownDraft(saved.data) } : fetched
  }
}
