import { ApiError } from '@recado/shared/http/api-error'

/** Pauses between the attempts of a call that the way to the server refused, in milliseconds. */
const REFUSED_PAUSES_MS = [500, 1500, 4000]
/**
 * Pauses before a call is repeated whose connection broke, in milliseconds. Phones need a moment to change from one network to
 * another.
 */
const BROKEN_PAUSES_MS = [500, 1500]
/**
 * Pauses before the answer of a call under way is asked for again, in milliseconds. Together they last as long as API Gateway
 * waits for a call (30 seconds).
 */
const UNDER_WAY_PAUSES_MS = [500, 1000, 2500, 5000, 8000, 13_000]

/** The network stayed silent for as long as a call waits. It is not repeated, because its user has waited for it already. */
export class AnswerOverdue extends ApiError {
  constructor() {
    super(0, 'ERR_NETWORK', 'Nothing answered in time')
  }
}

interface Repeatable {
  /** Whether the call may reach the server twice: it only reads, or an idempotency key identifies it. */
  mayArriveTwice: boolean
  /** Ends a pause early, for an attempt that then fails with its reason. */
  signal?: AbortSignal | undefined
  pause?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
  /** Without a network no attempt is worth its time. */
  hasNetwork?: () => boolean
  /** From 0 to 1, so that browsers do not all come back at once. */
  random?: () => number
}

/**
 * Repeats a call that the way to the server refused (ERR_UNAVAILABLE, part 3 §1), or whose connection broke (ERR_NETWORK). A 429
 * never reached the server. All others may have, so only what may arrive twice is repeated after them. The repeated call may
 * find the first one under way (ERR_IN_PROGRESS). It is then repeated for its answer. @throws the last attempt's error
 */
export async function withBackOff<T>(attempt: () => Promise<T>, options: Repeatable): Promise<T> {
  const { mayArriveTwice, signal, pause = timePasses, random = Math.random } = options
  const { hasNetwork = () => navigator.onLine } = options
  const refused = REFUSED_PAUSES_MS.values()
  const broken = BROKEN_PAUSES_MS.values()
  const underWay = UNDER_WAY_PAUSES_MS.values()
  const nextPause = (error: unknown): number | undefined => {
    if (!(error instanceof ApiError) || error instanceof AnswerOverdue) return undefined
    if (error.code === 'ERR_IN_PROGRESS') return underWay.next().value
    if (error.code === 'ERR_NETWORK') return mayArriveTwice && hasNetwork() ? broken.next().value : undefined
    const mayRepeat = error.code === 'ERR_UNAVAILABLE' && (error.status === 429 || mayArriveTwice)
    return mayRepeat ? refused.next().value : undefined
  }
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const milliseconds = nextPause(error)
      if (milliseconds === undefined) throw error
      await pause(milliseconds * (0.5 + random()), signal)
    }
  }
}

const timePasses = (milliseconds: number, signal?: AbortSignal) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', resolve)
  })
