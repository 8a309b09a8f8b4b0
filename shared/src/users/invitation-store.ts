import { committed, deleteRow, type Key, partition, type Row, type When, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Invitation } from './invitation.ts'

/** A stored invitation. Its tokens are stored only as digests. */
export interface StoredInvitation extends Omit<Invitation, 'expiresAt'> {
  /** Digest of the shown token. */
  digest: string
  /** Digest of the mailed token. */
  mailedDigest?: string
  /** ISO 8601. */
  until: string
  /** Its maker, and whose user they are. Invitations of earlier code have none. */
  by?: { userId: string; companyId: string }
}

const PARTITION = partition<StoredInvitation>('INVITATIONS')
const invitationKey = (invitationId: string): Key<StoredInvitation> => ({ pk: PARTITION, sk: invitationId })

/** Rows expire this long after the invitation's end, in seconds; the table deletes them later. */
const KEPT_SECONDS = 24 * 3600

export const getInvitation = (table: TenantTable, invitationId: string) =>
  table.get(invitationKey(invitationId))

export const putInvitation = (table: TenantTable, invitation: StoredInvitation) =>
  table.put({
    ...invitation,
    ...invitationKey(invitation.id),
    expiresAt: Math.floor(Date.parse(invitation.until) / 1000) + KEPT_SECONDS,
  })

/** Invitations that can still be used, newest first. There are only a few at a time. */
export async function openInvitations(table: TenantTable, now: number): Promise<Row<StoredInvitation>[]> {
  const { rows } = await table.query({ pk: PARTITION, descending: true, consistent: true })
  return rows.filter(({ until }) => now < Date.parse(until))
}

/** @returns false if the invitation does not exist */
export const deleteInvitation = (table: TenantTable, invitationId: string) =>
  committed(table.delete(invitationKey(invitationId), { pk: { exists: true } }))

/** Stores a second token, for the mail. @returns false if the invitation was used or revoked meanwhile */
export const setMailedToken = (table: TenantTable, invitationId: string, mailedDigest: string) =>
  committed(table.update(invitationKey(invitationId), { set: { mailedDigest } }, { pk: { exists: true } }))

/**
 * Uses up an invitation: for the transaction that creates the user.
 * @param digest of the given token
 * @param now milliseconds since 1970
 */
export const takeUpInvitation = (invitationId: string, digest: string, now: number): Write =>
  deleteRow(invitationKey(invitationId), matching(digest, now))

function matching(digest: string, now: number): When<StoredInvitation> {
  const until = { atLeast: new Date(now).toISOString() }
  return [
    { digest, until },
    { mailedDigest: digest, until },
  ]
}
