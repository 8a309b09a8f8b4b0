import { notFound } from '@recado/shared/errors'
import type { Actor } from '@recado/shared/sessions/session'

/** Where a call takes a company's id it is the caller's own; another's is like one that nobody has (part 3 §1). */
export function requireOwnCompany(input: object, actor: Actor | undefined): void {
  if (!actor || actor.super || !('companyId' in input) || input.companyId === undefined) return
  if (input.companyId !== actor.companyId) throw notFound('ERR_NO_COMPANY_FOUND')
}
