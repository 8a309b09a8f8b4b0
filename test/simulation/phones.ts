/** A message that left on the wire; phones keep every one they get. */
export interface Arrival {
  connectionId: string
  number: string
  text: string
  messageId: string
  at: number
  /** Whether the task that sent it held the connection's lease at that moment. */
  owned: boolean
}

/** The judges: what every phone received, and when it left its connection. */
export class Phones {
  readonly arrivals: Arrival[] = []

  receive(arrival: Arrival): void {
    this.arrivals.push(arrival)
  }
}
