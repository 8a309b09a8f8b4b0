import { hashPassword } from '@recado/functions/credentials/password'
import { newCompany } from '@recado/shared/companies/company'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { putCompany } from '@recado/shared/companies/store'
import { helps } from '@recado/shared/helps/store'
import { newId } from '@recado/shared/ids'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { findByEmail, putUser } from '@recado/shared/users/store'

/** For this machine only. A deployment never has these accounts. */
export const DEMO_PASSWORD = 'recado-demo'
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

const VIDEOS = [
  {
    title: 'Primeiros passos: conectar o WhatsApp',
    video: 'aqz-KE-bpKQ',
    description: 'Como ler o QR code e deixar a conexão pronta para enviar.',
  },
  {
    title: 'Sua primeira campanha',
    video: 'YE7VzlLtp-4',
    description: 'Da planilha de contatos ao relatório de entrega.',
  },
]

/**
 * Creates the company `Demonstração` with its people and plan, and the platform's operator. @param name the table's
 */
export async function createDemoData(name: string): Promise<void> {
  const table = new DynamoTable(name)
  if (await findByEmail(table, OPERATOR.email)) return
  const plan = await createPlatform(table)
  await createCompany(table, 'Demonstração', PEOPLE, plan)
  // Last of all: its presence shows that everything is complete.
  await createCompany(table, 'Plataforma', [OPERATOR])
}

/** @returns the id of the company's plan */
async function createPlatform(table: DynamoTable): Promise<string> {
  const platform = platformTable(table)
  const now = new Date().toISOString()
  const named = (await plans.all(platform)).find(({ name }) => name === 'Profissional')
  const plan: Plan = named ?? {
    id: newId(),
    name: 'Profissional',
    users: 20,
    connections: 10,
    queues: 20,
    companies: 0,
    createdAt: now,
    updatedAt: now,
  }
  if (!named) await plans.put(platform, plan)
  for (const video of VIDEOS)
    await helps.put(platform, { id: newId(), ...video, createdAt: now, updatedAt: now })
  return plan.id
}

/** @param planId a client's plan; the platform's own company has none, and is not in the register of clients */
async function createCompany(
  table: DynamoTable,
  name: string,
  people: readonly ((typeof PEOPLE)[number] | typeof OPERATOR)[],
  planId?: string,
): Promise<void> {
  const [first] = people
  if (!first || (await findByEmail(table, first.email))) return
  const createdAt = new Date().toISOString()
  const id = newId()
  const company = newCompany({
    id,
    name,
    email: first.email,
    createdAt,
    useType: planId ? 'CLIENTE' : 'INTERNO',
  })
  const tenant = new TenantTable(table, id)
  if (planId) await foundCompany({ table }, { ...company, planId })
  else await putCompany(tenant, company)
  for (const person of people) {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await putUser(tenant, { ...person, id: newId(), companyId: id, createdAt, passwordHash })
  }
}
