import { placeholderIn } from '@recado/shared/conversations/content'
import type { InboundEvent, Person } from '@recado/shared/conversations/inbound'
import { digestOf, type Queues } from '@recado/shared/queues/queues'
import { bodyOf } from '@recado/shared/queues/sqs'
import { patiently } from '../patience.ts'

/**
 * Where everything that comes from WhatsApp goes: a queue in order per conversation, which keeps it while
 * whoever stores it is down.
 */
export class Inbox {
  readonly #queues: Queues

  constructor(queues: Queues) {
    this.#queues = queues
  }

  /** Resolves when the queue has it. @throws where the queue could not be reached for a minute */
  hand(event: InboundEvent): Promise<void> {
    const of = { group: groupOf(event), id: idOf(event) }
    return patiently(() => this.#queues.inOrder('inbound', withinLimit(event), of))
  }
}

/** SQS takes 1 MiB. */
const LONGEST_BODY = 900_000

/** A text of the greatest length WhatsApp allows comes without its original: only quoting it needs that. */
const withinLimit = (event: InboundEvent): InboundEvent =>
  event.kind === 'message' && bodyOf(event).length > LONGEST_BODY ? { ...event, original: '' } : event

/** One conversation, by the best name its person has. */
function groupOf(event: InboundEvent): string {
  if (event.kind === 'history') return `${event.connectionId}/history`
  const conversation = event.kind === 'message' && event.groupId ? event.groupId : nameOf(event.person)
  return `${event.connectionId}/${digestOf(conversation)}`
}

const nameOf = ({ number, lid }: Person) => number ?? lid ?? 'unknown'

/** Of the same message there is one, by conversation, writer and id, and one that stands for it until it is read. */
function idOf(event: InboundEvent): string {
  const { companyId, connectionId, kind } = event
  const what =
    event.kind === 'message'
      ? [event.groupId, nameOf(event.person), event.fromMe, event.messageId, placeholderIn(event.content)]
      : [JSON.stringify(event)]
  return digestOf(JSON.stringify([companyId, connectionId, kind, ...what]))
}
