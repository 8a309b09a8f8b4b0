import type { Profile } from '@recado/shared/access'
import type { Actor } from '@recado/shared/sessions/session'

/** How much a company has. */
export interface DeskSize {
  companyId: string
  /** Live tickets: half of them wait, half are open. */
  tickets: number
  closed: number
  messages: number
  /** Messages that a search finds by their words. */
  searched: number
  contacts: number
}

export const SHOP = 'loja'
export const QUEUES = Array.from({ length: 8 }, (_, index) => `queue-${index}`)
/** The tags that are columns of the kanban. Each has one live ticket of six, and one of six has none of them. */
export const STAGES = Array.from({ length: 5 }, (_, index) => `stage-${index}`)
/** One ticket of a hundred is in it. */
export const SMALL_QUEUE = 'queue-small'
export const ATTENDANTS = Array.from({ length: 20 }, (_, index) => `user-${index}`)
export const NOON = Date.parse('2026-11-23T15:00:00.000Z')

/** The id of a live ticket. Even ones wait, odd ones are open. */
export const ticketId = (index: number): string => `TICKET${String(index).padStart(8, '0')}`
export const numberOf = (index: number): string => `55119${String(70_000_000 + index)}`
/** An open ticket of {@link agentOf}, with a conversation of more than a page. */
export const ANSWERED = 1

const actorOf = (
  companyId: string,
  userId: string,
  profile: Profile,
  queueIds: readonly string[] = [],
): Actor => ({
  userId,
  companyId,
  homeCompanyId: companyId,
  sid: userId,
  name: 'Ana Souza',
  profile,
  queueIds,
  super: false,
  campaignsEnabled: true,
  overdueFrom: null,
  support: null,
})

/** Sees everything. */
export const adminOf = (companyId: string): Actor => actorOf(companyId, 'admin', 'admin')
/** Sees two queues of eight. */
export const agentOf = (companyId: string): Actor =>
  actorOf(companyId, 'user-0', 'user', ['queue-0', 'queue-1'])
/** Sees one ticket of a hundred. */
export const newcomerOf = (companyId: string): Actor => actorOf(companyId, 'nobody', 'user', [SMALL_QUEUE])
