const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How many calls of one kind are accepted within a window. */
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

/** Rate limits per user and company. A call beyond its limit answers 429 with `Retry-After`. */
export const CALL_LIMITS = {
  /** Spreadsheets, and everything else that takes data out: each reads a whole list. */
  exports: { user: 60, company: 200, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Starts and restarts of campaigns: each prepares a ledger. */
  starts: { user: 60, company: 200, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Test messages of campaigns: a real message to a real person each, outside every pace. */
  trials: { user: 10, company: 30, windowMs: HOUR_MS, countedBy: 'domain' },
  /** Files: places to upload one to, and calls with a file in them. Each is read, checked and kept. */
  uploads: { user: 200, company: 600, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** New contact lists. */
  lists: { user: 200, company: 600, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Tests of connections: each is a query to WhatsApp over the account. Too many would make it conspicuous (assumed). */
  'connection-tests': { user: 60, company: 200, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Calls with a search text: each looks through a whole list. */
  searches: { user: 600, company: 2000, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Pages by number behind `FAR_PAGE`: each costs what all rows before it cost. The cursor is not limited. */
  'far-pages': { company: 30, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Tickets for live sockets: a browser that loses its socket asks for one every few seconds. */
  sockets: { user: 300, company: 5000, windowMs: 10 * MINUTE_MS, countedBy: 'serve' },
  /** Messages to customers: a person types them, one after the other. */
  messages: { user: 300, company: 3000, windowMs: MINUTE_MS, countedBy: 'serve' },
  /** What else attendants write and begin: notes, quick replies, conversations, contacts, read marks. */
  desk: { user: 300, company: 3000, windowMs: MINUTE_MS, countedBy: 'serve' },
  /** Mails from a user to another person: invitations, and links to choose a password. */
  mails: { user: 60, company: 200, windowMs: HOUR_MS, countedBy: 'domain' },
} satisfies Record<string, CallLimit>

/** The last page that may be requested by its number without a limit. */
export const FAR_PAGE = 100

/** Mails of one company to one person. Each company has its own count, so that none uses up what another may send. */
export const MAILS_TO_ONE = { limit: 5, lengthMs: HOUR_MS } as const

/** Pairing codes of one connection: WhatsApp itself refuses a number that asks for many. */
export const PAIRING_CODES = { limit: 3, lengthMs: 10 * MINUTE_MS } as const

/** A kind of rate-limited calls. */
export type Rate = keyof typeof CALL_LIMITS

export const limitOf = (rate: Rate): CallLimit => CALL_LIMITS[rate]

/** Limits of live sockets. */
export const SOCKET_LIMITS = {
  /** Open sockets of one session: a browser's tabs. The oldest is closed for the newest. */
  perSession: 10,
  /** Open sockets of one company. The oldest is closed for the newest. */
  perCompany: 500,
  /** Frames that one socket may send within a minute; the next one closes it. `ping` does not reach our code. */
  framesPerMinute: 60,
} as const
