/** So many attempts in a row must fail. Fewer may be a short outage. */
const REFUSED_TIMES = 5
/** The attempts must fail for at least this long (ms). A server restarts in less. */
const REFUSED_FOR_MS = 30_000

/** What one attempt to open the live socket came to. */
type Outcome =
  /** The server answered on the socket. */
  | 'heard'
  /** The API gave a ticket for the socket, and the server never answered on it: calls pass, the socket does not. */
  | 'refused'
  /** The API gave no ticket: the browser is offline, the server restarts, or the session has ended. */
  | 'no-ticket'

/** The attempts since the server last answered on a socket. */
interface Attempts {
  refused: number
  /** Time of the first refused attempt (ms since 1970); null without one. */
  since: number | null
  isBlocked: boolean
}

export const NO_ATTEMPTS: Attempts = { refused: 0, since: null, isBlocked: false }

/**
 * Whether the network blocks live sockets while it lets calls pass, as proxies of companies do. Only the server's answer
 * on a socket ends this: a moment offline does not.
 *
 * @param at time of the outcome (ms since 1970)
 */
export function afterAttempt(before: Attempts, outcome: Outcome, at: number): Attempts {
  if (outcome === 'heard') return NO_ATTEMPTS
  if (before.isBlocked) return before
  if (outcome === 'no-ticket') return NO_ATTEMPTS
  const refused = before.refused + 1
  const since = before.since ?? at
  return { refused, since, isBlocked: refused >= REFUSED_TIMES && at - since >= REFUSED_FOR_MS }
}

interface BlockedPorts {
  /** Milliseconds since 1970. */
  now: () => number
  /** Called when the socket counts as blocked; again only after the server was heard in between. */
  onBlocked: () => void
}

/** Follows the attempts to open the live socket. */
export class BlockedCheck {
  readonly #ports: BlockedPorts
  #attempts = NO_ATTEMPTS
  /** The API gave a ticket, and its socket has neither closed nor been heard yet. */
  #isOpening = false

  constructor(ports: BlockedPorts) {
    this.#ports = ports
  }

  ticketGiven(): void {
    this.#isOpening = true
  }

  ticketFailed(): void {
    this.#record('no-ticket')
  }

  /** The server answered on the socket. */
  heard(): void {
    this.#record('heard')
  }

  /** The socket closed, or is given up. */
  closed(): void {
    if (this.#isOpening) this.#record('refused')
  }

  #record(outcome: Outcome): void {
    this.#isOpening = false
    const wasBlocked = this.#attempts.isBlocked
    this.#attempts = afterAttempt(this.#attempts, outcome, this.#ports.now())
    if (this.#attempts.isBlocked && !wasBlocked) this.#ports.onBlocked()
  }
}
