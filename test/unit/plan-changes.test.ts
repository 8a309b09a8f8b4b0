import { create as createConnection } from '@recado/functions/connections/connections'
import { signUp } from '@recado/functions/sessions/sign-up'
import { create as createQueue } from '@recado/functions/ticket-queues/ticket-queues'
import { create as invite } from '@recado/functions/users/invitations'
import { create } from '@recado/functions/users/saving'
import { foundCompany, saveCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { getUsage, type Usage } from '@recado/shared/companies/usage'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import type { Actor } from '@recado/shared/sessions/session'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange, PASSWORD } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))

const COMPANY = 'A'
const ONE_OF_EACH = aPlan('small', 1)
const TWO_OF_EACH = aPlan('large', 2)

let memory: EventfulTable
let table: TenantTable
let admin: Actor
/** The token of an open invitation. */
let token: string

function aPlan(id: string, ofEach: number): Plan {
  const now = new Date().toISOString()
  const limits = { users: ofEach, connections: ofEach, queues: ofEach }
  return { id, name: id, ...limits, companies: 0, createdAt: now, updatedAt: now }
}

/** A company with this plan, which has one of each and an open invitation. */
async function aCompanyWith(plan: Plan): Promise<void> {
  const company = aCompany({ id: COMPANY, planId: plan.id })
  await foundCompany({ table: memory }, company)
  admin = actorOf(await anAccount(memory, COMPANY))
  await createQueue(admin, { name: 'Vendas', color: '#111111' })
  await createConnection(admin, { name: 'Loja' })
  token = (await invite(admin, { profile: 'user' })).token
}

beforeEach(async () => {
  memory = new EventfulTable()
  table = new TenantTable(memory, COMPANY)
  const platform = platformTable(memory)
  const { ports } = enginePorts(memory, Date.now)
  const queues = { ...ports.queues, command: async () => undefined }
  setContext({
    table,
    platform,
    ports: { ...ports, queues },
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
  for (const plan of [ONE_OF_EACH, TWO_OF_EACH]) await plans.put(platform, plan)
})

/** An operator gives the company another plan, once the plan is read the next time. */
function movesAfterNextRead(to: Plan): void {
  memory.afterGet = async ({ pk, sk }) => {
    if (pk !== 'PLATFORM#PLANS' || sk === to.id) return
    memory.afterGet = async () => undefined
    const company = await getCompany(table)
    if (!company) throw new Error('The company is gone')
    const inTheWay = await saveCompany({ table: memory }, company, { ...company, planId: to.id }, to)
    if (inTheWay) throw new Error(`The company kept its plan: ${inTheWay}`)
  }
}

const created = () => create(admin, { name: 'Maria', email: 'maria@exemplo.test' })

const signedUp = () => {
  const person = { name: 'Maria', email: 'maria@exemplo.test', password: PASSWORD }
  return signUp({ ...person, token, companyId: COMPANY }, anExchange())
}

const usageOf = async (of: keyof Usage) => (await getUsage(table))[of]

test.each([
  ['user who is created', 'users', created],
  ['user who signs up', 'users', signedUp],
  ['queue', 'queues', () => createQueue(admin, { name: 'Suporte', color: '#222222' })],
  ['connection', 'connections', () => createConnection(admin, { name: 'Filial' })],
] as const)('a %s needs a place in the plan that the company moves to meanwhile', async (_, of, add) => {
  await aCompanyWith(TWO_OF_EACH)
  movesAfterNextRead(ONE_OF_EACH)
  await expect(add()).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT' })
  expect(await usageOf(of)).toBe(1)
  movesAfterNextRead(TWO_OF_EACH)
  await add()
  expect(await usageOf(of)).toBe(2)
})
