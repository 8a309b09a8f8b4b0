import { DomainError } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredUser } from '@recado/shared/users/store'
import type { UserChange } from '@recado/shared/users/user'

export const noAccountsForSupport = () =>
  new DomainError(
    'forbidden',
    'ERR_SUPPORT_NO_USERS',
    'Access for support makes no users, invitations, passwords or second steps',
  )

/**
 * Refuses account changes during support access: every change of the company's users, and changes of the operator's
 * own account that open it. An account made by support would outlive the access.
 * @throws DomainError ERR_SUPPORT_NO_USERS
 */
export function requireNoAccountChange(
  { userId, support }: Actor,
  read: StoredUser,
  { password, email, totp }: UserChange,
): void {
  if (!support) return
  const opens = Boolean(password) || email !== read.email || totp !== undefined
  if (read.id !== userId || opens) throw noAccountsForSupport()
}

/**
 * Whether a user's company is neither the caller's own nor the one they work in. Only operators reach such users.
 * @param companyId the user's company
 */
export const isOfAnotherCompany = ({ companyId: worksIn, homeCompanyId }: Actor, companyId: string) =>
  companyId !== worksIn && companyId !== homeCompanyId
