/** An answer to `userStatus` comes within this time where the socket hears, in milliseconds. */
const ANSWERED_WITHIN_MS = 8_000

interface Hearing {
  /** Says `userStatus`, which the server answers by the way that events take. */
  ask: () => void
  /** The first answer since the socket opened: events arrive from here on. */
  onHeard: () => void
  /** No answer came: the socket is open, and hears nothing. */
  onDeaf: () => void
}

/** Finds out whether an open socket hears: the server may have lost it while the browser takes it for open. */
export class HearingCheck {
  readonly #hearing: Hearing
  #hasHeard = false
  #deadline: ReturnType<typeof setTimeout> | undefined

  constructor(hearing: Hearing) {
    this.#hearing = hearing
  }

  /** The socket has opened. */
  opened(): void {
    this.#hasHeard = false
    this.ask()
  }

  /** Asks, and waits for an answer. A question that is still open is not asked again. */
  ask(): void {
    if (this.#deadline !== undefined) return
    this.#hearing.ask()
    this.#deadline = setTimeout(() => {
      this.closed()
      this.#hearing.onDeaf()
    }, ANSWERED_WITHIN_MS)
  }

  /** A frame has come, whatever it is about. */
  heard(): void {
    this.#stopWaiting()
    if (this.#hasHeard) return
    this.#hasHeard = true
    this.#hearing.onHeard()
  }

  /** The socket has closed, or is given up. */
  closed(): void {
    this.#stopWaiting()
    this.#hasHeard = false
  }

  #stopWaiting(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }
}
