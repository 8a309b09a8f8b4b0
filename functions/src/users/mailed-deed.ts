import { getCompany } from '@recado/shared/companies/store'
import type { CompanyEmail } from '@recado/shared/email/email'
import type { Language } from '@recado/shared/language'
import { getNoticeSettings } from '@recado/shared/notices/settings-store'
import type { MessageOf } from '@recado/shared/queues/queues'
import type { TenantTable } from '@recado/shared/table/tenant'
import { allUsers } from '@recado/shared/users/store'
import { environment, tableOf } from '../context.ts'
import { operatorDeedLetter } from '../letters/letters.ts'

/** The mail that informs an admin of an operator's change; undefined when the company is gone. */
export async function mailedDeed({
  companyId,
  to,
  ...told
}: Extract<MessageOf<'emails'>, { kind: 'operator-deed' }>): Promise<CompanyEmail | undefined> {
  const table = tableOf(companyId)
  const company = await getCompany(table)
  if (!company) return undefined
  const language = await languageOf(table, to)
  const link = `${environment.APP_ORIGIN}/users`
  return { ...operatorDeedLetter(to, { ...told, company: company.name, link, language }), companyId }
}

/** The language of the admin's other mails; Portuguese if the operator has changed this address. */
async function languageOf(table: TenantTable, to: string): Promise<Language> {
  const reader = (await allUsers(table)).find(({ email }) => email === to)
  return reader ? (await getNoticeSettings(table, reader.id)).language : 'pt'
}
