/** A session's connection, the lease it runs under, and the request it carries out. */
export interface SessionOwner {
  companyId: string
  connectionId: string
  fence: number
  /** The connection's `request` when the session was made. */
  request?: number | undefined
  /** Whether the session's lease is still ours. */
  owns(): boolean
}
