import type { Deed } from '@recado/shared/audit/audit'
import { recordDeed } from '@recado/shared/audit/store'
import { getCompany } from '@recado/shared/companies/store'
import { invalidField, notPermitted } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import type { SupportAccess } from '@recado/shared/users/support-access'
import type { UserChange } from '@recado/shared/users/user'
import { ports, publish, tableOf } from '../context.ts'
import { supportOf } from '../credentials/actor.ts'
import type { Exchange } from '../http/exchange.ts'
import { existingCompany } from './company.ts'

/**
 * The change of a user's support access: a new one, null to end it, undefined for no change. Only an operator
 * grants it, and only to people of the platform's own company.
 * @throws DomainError ERR_NO_PERMISSION, ERR_NO_COMPANY_FOUND, ERR_VALIDATION
 */
export async function supportWanted(
  actor: Actor,
  user: StoredUser,
  { selectedCompanyId, support }: Pick<UserChange, 'selectedCompanyId' | 'support'>,
): Promise<SupportAccess | null | undefined> {
  if (selectedCompanyId === undefined) return undefined
  const now = ports.now()
  const standing = supportOf(user, now)?.companyId ?? null
  // A user's form always sends the selected company, even an unchanged one.
  if (selectedCompanyId === standing && !support) return undefined
  if (!actor.super || user.companyId !== actor.homeCompanyId) throw notPermitted()
  if (selectedCompanyId === null) return null
  if (selectedCompanyId === user.companyId) throw malformed('selectedCompanyId')
  await existingCompany(selectedCompanyId)
  if (!support) throw malformed('support')
  const { reason, minutes, mayChange } = support
  const until = new Date(now + minutes * 60_000).toISOString()
  return { companyId: selectedCompanyId, until, reason, mayChange }
}

const malformed = (path: string) =>
  invalidField(path, 'invalid_type', 'Access for support takes a company, a reason and a time')

/** Records granted or ended access in the company's trail, and sends the user's browsers to the right company. */
export async function tellSupport(
  actor: Actor,
  before: StoredUser,
  after: SupportAccess | null,
  { from }: Exchange,
): Promise<void> {
  const now = ports.now()
  const earlier = supportOf(before, now)
  const deed: Omit<Deed, 'action' | 'fields' | 'reason'> = {
    who: { id: actor.userId, name: actor.name, support: true },
    target: before.id,
    targetName: before.name,
    from,
  }
  // A company deleted meanwhile has no trail any more.
  const hasLeft = earlier && earlier.companyId !== after?.companyId
  if (hasLeft && (await getCompany(tableOf(earlier.companyId)))) {
    const ended = { ...deed, action: 'users.supportEnded', reason: earlier.reason, fields: [] }
    await recordDeed(tableOf(earlier.companyId), ended, now)
  }
  if (after) {
    const fields = ['minutes', ...(after.mayChange ? ['mayChange'] : [])]
    const given = {
      ...deed,
      action: 'users.supportGranted',
      reason: after.reason,
      fields,
      until: after.until,
    }
    await recordDeed(tableOf(after.companyId), given, now)
  }
  await tellBrowsers(before, earlier)
}

/** Ends the caller's support access. */
export async function endOwnSupport({ homeCompanyId, userId, support }: Actor): Promise<undefined> {
  const user = { companyId: homeCompanyId, id: userId }
  await tableOf(homeCompanyId).update(userKey(userId), { set: { support: null } }, { pk: { exists: true } })
  await tellBrowsers(user, support)
}

/** Informs the user's browsers in both companies: their sockets belong to the earlier one. */
async function tellBrowsers(
  { companyId: home, id: userId }: Pick<StoredUser, 'companyId' | 'id'>,
  earlier: SupportAccess | null,
): Promise<void> {
  for (const companyId of [home, ...(earlier ? [earlier.companyId] : [])])
    await publish({ companyId, topic: 'user', action: 'support', userId, body: {} })
}
