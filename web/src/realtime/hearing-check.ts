/** A working socket answers `userStatus` within this time (ms). */
const ANSWERED_WITHIN_MS = 8_000

interface Hearing {
  /** Sends `userStatus`. The server answers it on the path of events. */
  ask: () => void
  /** Called at the first answer after the socket opened. Events arrive from now on. */
  onHeard: () => void
  /** Called without an answer: the socket is open, but receives nothing. */
  onDeaf: () => void
}

/**
 * Checks whether an open socket receives events. The server may have lost a socket that the browser thinks is
 * open.
 */
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

  /** Sends a question and waits for the answer, unless one is already open. */
  ask(): void {
    if (this.#deadline !== undefined) return
    this.#hearing.ask()
    this.#deadline = setTimeout(() => {
      this.closed()
      this.#hearing.onDeaf()
    }, ANSWERED_WITHIN_MS)
  }

  /** Any frame arrived. */
  heard(): void {
    this.#stopWaiting()
    if (this.#hasHeard) return
    this.#hasHeard = true
    this.#hearing.onHeard()
  }

  /** The socket closed, or is given up. */
  closed(): void {
    this.#stopWaiting()
    this.#hasHeard = false
  }

  #stopWaiting(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }
}
