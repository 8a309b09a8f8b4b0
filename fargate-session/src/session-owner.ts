/** Whose session it is, and by which lease. */
export interface SessionOwner {
  companyId: string
  connectionId: string
  fence: number
  /** Whether the lease this session stands on is still ours. */
  owns(): boolean
}
