/** A session's connection, and the lease it runs under. */
export interface SessionOwner {
  companyId: string
  connectionId: string
  fence: number
  /** Whether the session's lease is still ours. */
  owns(): boolean
}
