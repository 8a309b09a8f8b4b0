import { DomainError } from '@recado/shared/errors'
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
 * Refuses changes of accounts during access for support: every change of the company's users, and of one's own account
 * whatever opens it. An account that support made would outlive the access.
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
 * Whether this is a user of a company that the caller neither belongs to nor works in: operators alone reach those.
 * @param companyId the user's
 */
export const isOfAnotherCompany = ({ companyId: worksIn, homeCompanyId }: Actor, companyId: string) =>
  companyId !== worksIn && companyId !== homeCompanyId
