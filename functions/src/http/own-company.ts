import { notFound } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'

/** A company id in a call must be the caller's own. Another id answers 404, like an unknown one (part 3 §1). */
export function requireOwnCompany(input: object, actor: Actor | undefined): void {
  if (!actor || actor.super || !('companyId' in input) || input.companyId === undefined) return
  if (input.companyId !== actor.companyId) throw notFound('ERR_NO_COMPANY_FOUND')
}
