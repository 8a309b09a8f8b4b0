import { getCompany } from '@recado/shared/companies/store'
import type { Email } from '@recado/shared/email/email'
import type { MessageOf } from '@recado/shared/queues/queues'
import { environment, tableOf } from '../context.ts'
import { operatorDeedLetter } from '../letters/letters.ts'

/** The mail that informs an admin of an operator's change; undefined when the company is gone. */
export async function mailedDeed({
  companyId,
  to,
  ...told
}: Extract<MessageOf<'emails'>, { kind: 'operator-deed' }>): Promise<Email | undefined> {
  const company = await getCompany(tableOf(companyId))
  return (
    company &&
    operatorDeedLetter(to, { ...told, company: company.name, link: `${environment.APP_ORIGIN}/users` })
  )
}
