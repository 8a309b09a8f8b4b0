import { parsedJson } from '@recado/shared/json'
import { type Draft, draft as draftSchema } from '@recado/shared/tickets/contract/ticket'
import { isFromDraft } from '@recado/shared/tickets/rules/sent-draft'
import { traceKey } from '../../api/traces.ts'

/**
 * A user's draft in a ticket while the server does not have it: a reload, or a lost network, loses no text. This browser keeps
 * it until the server has it, or the user signs out.
 */
export function unsavedDraft(userId: string, ticketId: string) {
  const key = traceKey('ticketDraft', userId, ticketId)
  const read = (): Draft | undefined =>
    draftSchema.safeParse(parsedJson(localStorage.getItem(key) ?? '')).data
  return {
    /** @returns undefined also for a draft of another version of the app that this one cannot read */
    read,
    keep: (draft: Draft): void => localStorage.setItem(key, JSON.stringify(draft)),
    drop: (): void => localStorage.removeItem(key),
    /** Drops the draft of a sent text. */
    dropSent: (sent: string): void => {
      const kept = read()
      if (kept && isFromDraft(sent, kept.text)) localStorage.removeItem(key)
    },
    /** @param saved what the server has by now. A text that was typed since stays */
    noteSaved: (saved: Draft): void => {
      if (localStorage.getItem(key) === JSON.stringify(saved)) localStorage.removeItem(key)
    },
  }
}
