import { newCompany } from '@recado/shared/companies/company'
import { putCompany } from '@recado/shared/companies/store'
import { makes } from '@recado/shared/deployment/custom-resource'
import { newId } from '@recado/shared/ids'
import { findByEmail, putUser } from '@recado/shared/users/store'
import { email as emailText } from '@recado/shared/users/user'
import { ports, tableOf } from '../context.ts'
import { sendPasswordLink } from '../credentials/password-links.ts'

/** The platform's own company. It is not in the register of clients. */
const COMPANY = 'Plataforma'
const NAME = 'Operador'

/**
 * CloudFormation calls this at a deployment. It creates the first operator's account, unless the e-mail is taken.
 */
export const handler = makes<{ Email: string }>(async ({ Email }) => {
  const email = emailText.parse(Email)
  if (await findByEmail(ports.table, email)) return
  const createdAt = new Date(ports.now()).toISOString()
  const [companyId, userId] = [newId(), newId()]
  const table = tableOf(companyId)
  await putCompany(table, newCompany({ id: companyId, name: COMPANY, email, createdAt, useType: 'INTERNO' }))
  const account = {
    id: userId,
    companyId,
    name: NAME,
    email,
    profile: 'admin',
    super: true,
    createdAt,
  } as const
  await putUser(table, { ...account, passwordHash: null })
  await sendPasswordLink({ companyId, userId, why: 'access' })
})
