const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How many calls of one kind are taken within a window. */
interface CallLimit {
  /** Calls of one user; without it, only those of the company count. */
  user?: number
  /** Calls of all users of one company together. */
  company: number
  /** Milliseconds. The window begins with the first call that is counted. */
  windowMs: number
  /**
   * `serve` counts a call before it is carried out. The domain counts it where only those calls count that pass its
   * own checks.
   */
  countedBy: 'serve' | 'domain'
}

/** What is only done so often, per user and company. Beyond it a call answers 429 with `Retry-After`. */
export const CALL_LIMITS = {
  /** Spreadsheets, and everything else that takes data out: each reads a whole list. */
  exports: { user: 60, company: 200, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Starts and restarts of campaigns: each prepares a ledger. */
  starts: { user: 60, company: 200, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Test messages of campaigns: a real message to a real person each, outside every pace. */
  trials: { user: 10, company: 30, windowMs: HOUR_MS, countedBy: 'domain' },
} satisfies Record<string, CallLimit>

/** A kind of calls that is only made so often. */
export type Rate = keyof typeof CALL_LIMITS

export const limitOf = (rate: Rate): CallLimit => CALL_LIMITS[rate]

/** What live sockets may do, and how many there may be. */
export const SOCKET_LIMITS = {
  /** Open sockets of one session: a browser's tabs. The oldest is closed for the newest. */
  perSession: 10,
  /** Open sockets of one company. The oldest is closed for the newest. */
  perCompany: 500,
  /** Frames that one socket may say within a minute; with the next one it is closed. `ping` reaches no code of ours. */
  framesPerMinute: 60,
} as const
