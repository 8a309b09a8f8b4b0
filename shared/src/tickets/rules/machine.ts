import type { Ticket } from '../contract/ticket.ts'
import type { ChangeKind, RequestedChange } from './requested-change.ts'

/** The parts of a ticket that decide whether a change is allowed. */
export type TicketState = Pick<
  Ticket,
  | 'status'
  | 'userId'
  | 'isGroup'
  | 'bot'
  | 'queueId'
  | 'inboundSeq'
  | 'tagIds'
  | 'snoozedUntil'
  | 'closeReason'
>

/** The user who asks for a change of a ticket that they may see. */
export interface TicketActor {
  userId: string
  /** `tickets-manager:showall`. */
  seesAll: boolean
  queueIds: readonly string[]
}

/** Why a change is refused (part 4 §4 and §16). */
export type Refusal =
  | { code: 'ERR_TICKET_TAKEN'; userId: string | null }
  | { code: 'ERR_TICKET_CHANGED' }
  | { code: 'ERR_QUEUE_NEEDED' }
  | { code: 'ERR_NEW_MESSAGES'; count: number }
  /** A field that this state of the ticket does not take. */
  | { code: 'ERR_VALIDATION'; path: 'queueId' | 'seenSeq' }

/**
 * `change`: allowed. `none`: the ticket is like that already, and nothing is written. The names are those of the rows
 * of part 4 §4.
 */
export type Verdict = { allowed: 'change' | 'none' } | { refused: Refusal }

const CHANGE: Verdict = { allowed: 'change' }
const NONE: Verdict = { allowed: 'none' }
const refused = (refusal: Refusal): Verdict => ({ refused: refusal })
const CHANGED = refused({ code: 'ERR_TICKET_CHANGED' })

/**
 * Whether a user who sees a ticket may change it so: the state machine of part 4 §4. It decides calls, and enables
 * buttons.
 * @param connectionQueueIds the queues of the ticket's connection
 */
export function verdictOn(
  ticket: TicketState,
  change: RequestedChange,
  actor: TicketActor,
  connectionQueueIds: readonly string[],
): Verdict {
  if (change.kind === 'tag') return isSame(change.tagIds, ticket.tagIds) ? NONE : CHANGE
  if (ticket.isGroup) return CHANGED
  switch (change.kind) {
    case 'open':
      return onOpening(ticket, change, actor, connectionQueueIds)
    case 'takeOver':
      if (ticket.status !== 'open') return CHANGED
      return ticket.userId === actor.userId ? NONE : CHANGE
    case 'return':
      if (ticket.status === 'pending') return NONE
      return ticket.status === 'closed' ? CHANGED : byAttendant(ticket, actor)
    case 'transfer':
      return onTransfer(ticket, change, actor)
    case 'close':
      return onClosing(ticket, change, actor)
    case 'snooze':
      if (ticket.status !== 'open') return CHANGED
      return change.until === ticket.snoozedUntil ? NONE : byAttendant(ticket, actor)
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

/** The kinds of change that a user may ask for now, without their details: for buttons. */
export const allowedKinds = (
  ticket: TicketState,
  actor: TicketActor,
  connectionQueueIds: readonly string[],
): ChangeKind[] =>
  EXAMPLES.filter((change) => {
    const verdict = verdictOn(ticket, change, actor, connectionQueueIds)
    if ('allowed' in verdict) return verdict.allowed === 'change'
    return verdict.refused.code === 'ERR_QUEUE_NEEDED'
  }).map(({ kind }) => kind)

/** A change of each kind that its own details never refuse. */
const EXAMPLES: readonly RequestedChange[] = [
  { kind: 'open' },
  { kind: 'takeOver' },
  { kind: 'return' },
  { kind: 'transfer', userId: '' },
  { kind: 'close', silent: false, force: true },
  { kind: 'snooze', until: '' },
  { kind: 'tag', tagIds: [''] },
]

/** The queue that a ticket of the menu enters when this user accepts it without naming one. */
export function queueOfAccepting(
  { queueIds }: Pick<TicketActor, 'queueIds'>,
  connectionQueueIds: readonly string[],
): string | undefined {
  const common = connectionQueueIds.filter((queueId) => queueIds.includes(queueId))
  return common.length === 1 ? common[0] : undefined
}

export const inTriage = ({ bot, queueId }: Pick<Ticket, 'bot' | 'queueId'>): boolean =>
  bot?.step === 'menu' && queueId === null

function onOpening(
  ticket: TicketState,
  { queueId, isWaiting }: Extract<RequestedChange, { kind: 'open' }>,
  actor: TicketActor,
  connectionQueueIds: readonly string[],
): Verdict {
  const { status, userId } = ticket
  if (status === 'pending' && inTriage(ticket)) {
    if (queueId) return connectionQueueIds.includes(queueId) ? CHANGE : invalid('queueId')
    return queueOfAccepting(actor, connectionQueueIds) ? CHANGE : refused({ code: 'ERR_QUEUE_NEEDED' })
  }
  if (status === 'closed') {
    if (isWaiting) return NONE
    // Its messages belong to another ticket, or its connection is gone.
    const isOver = ticket.closeReason === 'merged' || ticket.closeReason === 'connection'
    // A user who chose a queue wanted a ticket of the menu, not one that ended meanwhile.
    return isOver || queueId ? CHANGED : CHANGE
  }
  // Outside the menu a ticket keeps its queue: it may have got one while the user chose.
  if (status === 'pending') return CHANGE
  return userId === actor.userId ? NONE : refused({ code: 'ERR_TICKET_TAKEN', userId })
}

function onTransfer(
  ticket: TicketState,
  { queueId, userId, note }: Extract<RequestedChange, { kind: 'transfer' }>,
  actor: TicketActor,
): Verdict {
  if (ticket.status === 'closed') return CHANGED
  if (ticket.status === 'open') return byAttendant(ticket, actor)
  const isThere = (queueId ?? ticket.queueId) === ticket.queueId && (userId ?? null) === ticket.userId
  return isThere && !note ? NONE : CHANGE
}

function onClosing(
  ticket: TicketState,
  { seenSeq, force }: Extract<RequestedChange, { kind: 'close' }>,
  actor: TicketActor,
): Verdict {
  if (ticket.status === 'closed') return NONE
  const verdict = ticket.status === 'open' ? byAttendant(ticket, actor) : CHANGE
  if (verdict !== CHANGE || seenSeq === undefined) return verdict
  const count = ticket.inboundSeq - seenSeq
  if (count < 0) return invalid('seenSeq')
  return count > 0 && !force ? refused({ code: 'ERR_NEW_MESSAGES', count }) : CHANGE
}

/** Only its attendant and users who see all tickets may change an open ticket. */
const byAttendant = ({ userId }: TicketState, actor: TicketActor): Verdict =>
  userId === actor.userId || actor.seesAll ? CHANGE : refused({ code: 'ERR_TICKET_TAKEN', userId })

const invalid = (path: 'queueId' | 'seenSeq'): Verdict => refused({ code: 'ERR_VALIDATION', path })
