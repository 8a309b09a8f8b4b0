/** A message that left on the wire; phones keep every one they get. */
export interface Arrival {
  connectionId: string
  /** The account that it came from. */
  account: string
  number: string
  text: string
  messageId: string
  at: number
  /** Whether the task that sent it held the connection's lease at that moment. */
  owned: boolean
}

/** A message that WhatsApp refused because of a lock, which no phone gets. */
export interface Refusal extends Arrival {
  /** Until when the connection was known here to be locked, in milliseconds since 1970. */
  knownUntil: number
}

/** The judges: what every phone received, and when it left its connection. */
export class Phones {
  readonly arrivals: Arrival[] = []
  readonly refusals: Refusal[] = []
  /** The ids of messages that WhatsApp refused, in their order, for whatever reason. */
  readonly refusedIds: string[] = []
  /** The ids of messages of which the system has heard that WhatsApp took them. */
  readonly acknowledged = new Set<string>()
  /** Numbers that were written to over a line which was known to be closed. */
  readonly writtenWhileClosed: string[] = []
  /** Messages of which WhatsApp said, when it was asked, that a lock is what they were refused for. */
  readonly heldBack = new Set<string>()

  /** Somebody reads it, and may answer. */
  onArrival: (arrival: Arrival) => void = () => undefined

  receive(arrival: Arrival): void {
    this.arrivals.push(arrival)
    this.onArrival(arrival)
  }
}
