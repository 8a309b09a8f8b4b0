import { placeholderIn } from '@recado/shared/messages/content'
import type { InboundEvent, Person } from '@recado/shared/messages/inbound'
import { digestOf, type Queues } from '@recado/shared/queues/queues'
import { bodyOf } from '@recado/shared/queues/sqs'
import { patiently } from '../leases/patience.ts'

/**
 * Puts everything received from WhatsApp into a FIFO queue, in order per conversation. The queue keeps it while the
 * worker is down.
 */
export class Inbox {
  readonly #queues: Queues

  constructor(queues: Queues) {
    this.#queues = queues
  }

  /** Resolves when the event is in the queue. @throws when the queue was unreachable for a minute */
  hand(event: InboundEvent): Promise<void> {
    const of = { group: groupOf(event), id: idOf(event) }
    return patiently(() => this.#queues.inOrder('inbound', withinLimit(event), of))
  }
}

/** SQS takes 1 MiB. */
const LONGEST_BODY = 900_000
/** Bytes of a stored message: a row of DynamoDB has 400 KB, and a ticket's preview and ids need little. */
const LONGEST_ROW = 350_000

/**
 * A text near WhatsApp's maximum length is queued without its original, which is only needed for quoting. It then fits: such
 * a text has 65,536 characters of four bytes at most.
 */
const withinLimit = (event: InboundEvent): InboundEvent => {
  if (event.kind !== 'message') return event
  const isLong = Buffer.byteLength(JSON.stringify(event)) > LONGEST_ROW || bodyOf(event).length > LONGEST_BODY
  return isLong ? { ...event, original: '' } : event
}

/** Message group: one conversation, by number, else LID. All of a history is one group, which delays no other. */
function groupOf(event: InboundEvent): string {
  const isOfHistory = event.kind === 'history' || (event.kind === 'message' && event.missed !== undefined)
  if (isOfHistory) return `${event.connectionId}/history`
  const conversation = event.kind === 'message' && event.groupId ? event.groupId : nameOf(event.person)
  return `${event.connectionId}/${digestOf(conversation)}`
}

const nameOf = ({ number, lid }: Person) => number ?? lid ?? 'unknown'

/**
 * Deduplication id: one event per conversation, writer and message id. A placeholder for an unread message has its
 * own id.
 */
function idOf(event: InboundEvent): string {
  const { companyId, connectionId, kind } = event
  const what =
    event.kind === 'message'
      ? [event.groupId, nameOf(event.person), event.fromMe, event.messageId, placeholderIn(event.content)]
      : [JSON.stringify(event)]
  return digestOf(JSON.stringify([companyId, connectionId, kind, ...what]))
}
