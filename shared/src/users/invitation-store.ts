import { committed, type Key, type Row, type When, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Invitation } from './invitation.ts'

/** What is stored of an invitation: of its tokens their digests alone. */
export interface StoredInvitation extends Omit<Invitation, 'expiresAt'> {
  /** Of the token that was shown. */
  digest: string
  /** Of the one that was mailed. */
  mailedDigest?: string
  /** ISO 8601. */
  until: string
}

const PARTITION = 'INVITATIONS'
const invitationKey = (invitationId: string): Key => ({ pk: PARTITION, sk: invitationId })

/** Rows stay this long after their end, in seconds: the table clears them away when it gets to it. */
const KEPT_SECONDS = 24 * 3600

export const getInvitation = (table: TenantTable, invitationId: string) =>
  table.get<StoredInvitation>(invitationKey(invitationId))

export const putInvitation = (table: TenantTable, invitation: StoredInvitation) =>
  table.put({
    ...invitation,
    ...invitationKey(invitation.id),
    expiresAt: Math.floor(Date.parse(invitation.until) / 1000) + KEPT_SECONDS,
  })

/** Those that can still be taken up, newest first. There are a few at a time. */
export async function openInvitations(table: TenantTable, now: number): Promise<Row<StoredInvitation>[]> {
  const { rows } = await table.query<StoredInvitation>({ pk: PARTITION, descending: true, consistent: true })
  return rows.filter(({ until }) => now < Date.parse(until))
}

/** @returns false where there is none */
export const deleteInvitation = (table: TenantTable, invitationId: string) =>
  committed(table.delete(invitationKey(invitationId), { pk: { exists: true } }))

/** A second token, for the mail. @returns false where the invitation was taken up or revoked meanwhile */
export const setMailedToken = (table: TenantTable, invitationId: string, mailedDigest: string) =>
  committed(table.update(invitationKey(invitationId), { set: { mailedDigest } }, { pk: { exists: true } }))

/**
 * Uses an invitation up: belongs into the transaction that creates the user.
 * @param digest of the token that was given
 * @param now milliseconds since 1970
 */
export const takeUpInvitation = (invitationId: string, digest: string, now: number): Write => ({
  delete: invitationKey(invitationId),
  when: matching(digest, now),
})

function matching(digest: string, now: number): When {
  const until = { atLeast: new Date(now).toISOString() }
  return [
    { digest, until },
    { mailedDigest: digest, until },
  ]
}
