/** A message that left on the wire. Phones keep every one they receive. */
export interface Arrival {
  connectionId: string
  /** The sending account. */
  account: string
  number: string
  text: string
  messageId: string
  at: number
  /** Whether the sending task held the connection's lease at that moment. */
  owned: boolean
}

/** A message that WhatsApp refused because of a lock. No phone receives it. */
export interface Refusal extends Arrival {
  /** The known end of the connection's lock at that moment, in milliseconds since 1970. */
  knownUntil: number
}

/** The received messages of every phone, and when they left their connection. The invariants check these. */
export class Phones {
  readonly arrivals: Arrival[] = []
  readonly refusals: Refusal[] = []
  /** The ids of messages that WhatsApp refused for any reason, in order. */
  readonly refusedIds: string[] = []
  /** The ids of messages whose acknowledgement the system received. */
  readonly acknowledged = new Set<string>()
  /** Numbers written to over a line that was known to be closed. */
  readonly writtenWhileClosed: string[] = []
  /** Messages for which WhatsApp, when asked, named a lock as the reason of the refusal. */
  readonly heldBack = new Set<string>()

  /** The person reads it, and may answer. */
  onArrival: (arrival: Arrival) => void = () => undefined

  receive(arrival: Arrival): void {
    this.arrivals.push(arrival)
    this.onArrival(arrival)
  }
}
