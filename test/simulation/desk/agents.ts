import * as answers from '@recado/functions/tickets/answers'
import * as changes from '@recado/functions/tickets/changes'
import * as forwarding from '@recado/functions/tickets/forwarding'
import * as notes from '@recado/functions/tickets/notes'
import * as opening from '@recado/functions/tickets/opening'
import * as reading from '@recado/functions/tickets/reading'
import type { StoredMessage } from '@recado/shared/conversations/message'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { TicketChange } from '@recado/shared/tickets/contract/ticket'
import { scheduling } from './schedules.ts'
import type { Kind } from './script.ts'
import { AGENTS, numberOf, SHOP } from './shop.ts'

/** What an attendant has on the screen. */
export interface View {
  ticket: StoredTicket
  /** The conversation, oldest first. */
  messages: StoredMessage[]
}

/** The last message of the ticket on the screen. */
export const seenSeqIn = ({ ticket, messages }: View): number =>
  Math.max(ticket.readSeq, ...messages.map(({ ticketId, seq = 0 }) => (ticketId === ticket.id ? seq : 0)))

/** What an attendant does. Numbers choose. */
export interface Deed {
  kind: Kind
  actor: Actor
  customer: number
  choice: number
  /** A number of its own. */
  count: number
  /** When it is done, in milliseconds since 1970. */
  now: number
}

/** The call of the API that an attendant makes, by what is on the screen; undefined for nothing. */
export function callOf(deed: Deed, view: View | undefined): (() => Promise<unknown>) | undefined {
  const { kind, actor, customer, choice, count } = deed
  if (kind === 'acceptsNext') return () => changes.acceptNext(actor)
  if (kind === 'opens') return () => opening.open(actor, { number: numberOf(customer), whatsappId: SHOP })
  if (!view) return undefined
  const { ticket, messages } = view
  switch (kind) {
    case 'accepts':
    case 'changes':
    case 'closes': {
      const body = changeOf(deed, seenSeqIn(view))
      return () => changes.change(actor, ticket.id, body)
    }
    case 'answers': {
      const input = {
        clientId: clientIdOf(count),
        seenAt: messages.at(-1)?.at ?? ticket.lastAt,
        content: { type: 'text' as const, text: `resposta ${count}` },
        ...(choice % 2 === 0 && { accept: true, queueId: ticket.bot ? 'sales' : undefined }),
        ...(choice % 5 === 0 && { force: true }),
      }
      return () => answers.send(actor, ticket.id, input)
    }
    case 'reads':
      return () => reading.read(actor, ticket.id, { seq: seenSeqIn(view) })
    case 'notes':
      return () => notes.create(actor, ticket.id, { text: `${NOTE} ${count}`, mentions: [] })
    case 'forwards': {
      const note = choice % 2 === 0 ? messages.findLast(({ content }) => content.type === 'note') : undefined
      const { messageId } = note ?? messages.at(-1) ?? {}
      if (!messageId) return undefined
      return () => forwarding.forward(actor, { messageIds: [messageId], to: [{ ticketId: ticket.id }] })
    }
    case 'schedules':
      return scheduling(deed, view)
    default:
      return undefined
  }
}

/** The beginning of every note. */
export const NOTE = 'nota interna'

export const clientIdOf = (count: number): string =>
  `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`

/** Whether this deed takes an open ticket from its attendant. */
export const isTakeOver = (kind: Kind, choice: number): boolean => kind === 'changes' && choice % 9 === 2

/** Whether a closing does not care about unseen messages. */
export const isForced = (choice: number): boolean => choice % 4 === 3

const SNOOZE_MS = 5 * 60_000

function changeOf({ kind, actor, choice, count, now }: Deed, seenSeq: number): TicketChange {
  const changesOf: Record<'accepts' | 'closes' | 'changes', TicketChange[]> = {
    accepts: [{ status: 'open' }, { status: 'open', queueId: 'sales' }],
    closes: [
      { status: 'closed', seenSeq },
      { status: 'closed', seenSeq },
      { status: 'closed', seenSeq, silent: true },
      { status: 'closed', seenSeq, force: true },
    ],
    changes: [
      { status: 'open' },
      { status: 'open', queueId: 'sales' },
      { status: 'open', userId: actor.userId, takeOver: true },
      { status: 'pending' },
      { queueId: 'finance' },
      { queueId: 'sales', note: `${NOTE} ${count}` },
      { userId: AGENTS[choice % AGENTS.length]?.userId ?? '', note: `${NOTE} ${count}` },
      { snoozedUntil: new Date(now + SNOOZE_MS).toISOString() },
      { snoozedUntil: null },
    ],
  }
  const possible = kind === 'accepts' || kind === 'closes' ? changesOf[kind] : changesOf.changes
  return possible[choice % possible.length] ?? { status: 'open' }
}
