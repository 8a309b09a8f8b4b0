import type { CompanyDeletion } from '@recado/shared/companies/register/company-record'
import type { StoredDeletion } from '@recado/shared/companies/register/deletion-key'
import { beginDeletion, deletionOf, getDeletion } from '@recado/shared/companies/register/deletion-store'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { platform, ports } from '../context.ts'
import { requireCompany } from './companies.ts'

/**
 * Starts the deletion of a company. A repeated call restarts a deletion under way.
 * @throws DomainError ERR_NO_COMPANY_FOUND, ERR_COMPANY_NOT_ARCHIVED
 */
export async function begin(actor: Actor, companyId: string): Promise<CompanyDeletion> {
  const { name } = await requireCompany(companyId)
  const deletion: StoredDeletion = {
    companyId,
    name,
    status: 'unlinking',
    done: 0,
    total: 1,
    rounds: 0,
    busyUntil: 0,
    startedAt: new Date(ports.now()).toISOString(),
    by: { companyId: actor.homeCompanyId, userId: actor.userId },
  }
  if (!(await beginDeletion(ports, deletion))) {
    throw new DomainError('conflict', 'ERR_COMPANY_NOT_ARCHIVED', 'Only an archived company can be deleted')
  }
  await ports.queues.send('cleanup', { companyId, kind: 'company', id: companyId })
  return deletionOf((await getDeletion(platform, companyId)) ?? deletion)
}

/** @throws DomainError ERR_NO_COMPANY_FOUND when no deletion is under way */
export async function progress(companyId: string): Promise<CompanyDeletion> {
  const deletion = await getDeletion(platform, companyId)
  if (!deletion) throw notFound('ERR_NO_COMPANY_FOUND')
  return deletionOf(deletion)
}
