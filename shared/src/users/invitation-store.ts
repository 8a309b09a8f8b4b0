import { getUsage, type PlanAsRead, requirePlaceToInvite, samePlan, sameUsers } from '../companies/usage.ts'
import { AGAIN } from '../table/retrying.ts'
import {
  committed,
  deleteRow,
  type Key,
  keyIn,
  partition,
  putRow,
  type Row,
  updateRow,
  type When,
  type Write,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Invitation } from './invitation.ts'

/** A stored invitation. Its tokens are stored only as digests. */
export interface StoredInvitation extends Omit<Invitation, 'expiresAt' | 'mailProblem'> {
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

/** The company's number of invitations ever made. Each new one raises it, so that a simultaneous one is noticed. */
const MADE = keyIn<{ count: number }>('COMPANY', 'INVITATIONS-MADE')

/** Rows expire this long after the invitation's end, in seconds; the table deletes them later. */
const KEPT_SECONDS = 24 * 3600

export const getInvitation = (table: TenantTable, invitationId: string) =>
  table.get(invitationKey(invitationId))

/**
 * Stores an invitation, if it finds a place in the plan beside the users and the open invitations.
 * @param plan the company's plan; without one there is no limit
 * @returns AGAIN if somebody was invited or a user was made at the same moment, or if the company has another plan by now
 * @throws DomainError ERR_PLAN_LIMIT
 */
export async function putInvitation(
  table: TenantTable,
  invitation: StoredInvitation,
  plan?: PlanAsRead,
): Promise<true | typeof AGAIN> {
  const { id, createdAt, until } = invitation
  const counted = plan ? await placeToInvite(table, plan, Date.parse(createdAt)) : [updateRow(MADE, ONE_MORE)]
  const expiresAt = Math.floor(Date.parse(until) / 1000) + KEPT_SECONDS
  const written = table.transact([putRow({ ...invitation, ...invitationKey(id), expiresAt }), ...counted])
  return (await committed(written)) ? true : AGAIN
}

/**
 * Checks that an invitation finds a place in the plan.
 * @param now milliseconds since 1970
 * @returns writes for the transaction that stores it. They fail if the plan, the number of users or that of invitations has
 * changed
 * @throws DomainError ERR_PLAN_LIMIT
 */
export async function placeToInvite(table: TenantTable, plan: PlanAsRead, now: number): Promise<Write[]> {
  const made = await table.get(MADE)
  const usage = await getUsage(table)
  // After the users: a sign-up between the two reads makes a user of an invitation, and fails the condition.
  const open = await openInvitations(table, now)
  requirePlaceToInvite(plan, usage, open.length)
  return [
    updateRow(MADE, ONE_MORE, made ? { count: made.count } : { pk: { exists: false } }),
    sameUsers(usage),
    ...samePlan(plan),
  ]
}

const ONE_MORE = { add: { count: 1 } }

/** Invitations that can still be used, newest first. There are only a few at a time. */
export async function openInvitations(table: TenantTable, now: number): Promise<Row<StoredInvitation>[]> {
  const { rows } = await table.query({ pk: PARTITION, descending: true, consistent: true })
  return rows.filter(({ until }) => now < Date.parse(until))
}

/** @returns false if the invitation does not exist */
export const deleteInvitation = (table: TenantTable, invitationId: string) =>
  committed(table.transact([deleteRow(invitationKey(invitationId), { pk: { exists: true } })]))

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
