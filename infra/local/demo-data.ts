import { hashPassword } from '@recado/functions/sessions/password'
import { putCompany } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import { findByEmail, putUser } from '@recado/shared/users/store'
import { NAMES } from './environment.ts'

/** On this machine alone; a deployment never has these accounts. */
const PASSWORD = 'recado-demo'
const PEOPLE = [
  { name: 'Ana Demonstração', email: 'admin@demo.test', profile: 'admin', super: false },
  { name: 'Bruno Demonstração', email: 'user@demo.test', profile: 'user', super: false },
] as const
const OPERATOR = {
  name: 'Operadora da Plataforma',
  email: 'super@demo.test',
  profile: 'admin',
  super: true,
} as const

/** The company `Demonstração` with its people, and the platform's operator. */
export async function createDemoData(): Promise<void> {
  await createCompany('Demonstração', PEOPLE)
  await createCompany('Plataforma', [OPERATOR])
}

async function createCompany(
  name: string,
  people: readonly ((typeof PEOPLE)[number] | typeof OPERATOR)[],
): Promise<void> {
  const table = new DynamoTable(NAMES.table)
  const [first] = people
  if (!first || (await findByEmail(table, first.email))) return
  const now = new Date().toISOString()
  const companyId = newId()
  const tenant = new TenantTable(table, companyId)
  const dueDate = `${new Date().getFullYear() + 1}-12-31`
  await putCompany(tenant, {
    id: companyId,
    name,
    dueDate,
    campaignsEnabled: true,
    status: true,
    createdAt: now,
  })
  for (const person of people) {
    await putUser(tenant, {
      ...person,
      id: newId(),
      companyId,
      createdAt: now,
      passwordHash: await hashPassword(PASSWORD),
    })
  }
}
