import type { Ticket } from '@recado/shared/tickets/contract/ticket'

/**
 * What the composer offers: an answer; an answer that accepts the ticket first; nothing but a note beside a colleague's
 * conversation; nothing in a resolved one.
 */
export type ComposerMode = 'write' | 'accept' | 'colleague' | 'closed'

/** Who may see a group may write in it; a ticket of one person is answered by its attendant. */
export function composerMode({ isGroup, status, userId }: Ticket, me: string): ComposerMode {
  if (isGroup) return 'write'
  if (status === 'closed') return 'closed'
  if (status === 'pending') return 'accept'
  return userId === me ? 'write' : 'colleague'
}
