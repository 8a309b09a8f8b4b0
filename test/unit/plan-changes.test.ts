import { signUp } from '@recado/functions/sessions/sign-up'
import { create as invite } from '@recado/functions/users/invitations'
import { create } from '@recado/functions/users/saving'
import { foundCompany, saveCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import type { Actor } from '@recado/shared/sessions/session'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { allUsers } from '@recado/shared/users/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange, PASSWORD } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))

const COMPANY = 'A'
const ONE_USER = aPlan('small', 1)
const TWO_USERS = aPlan('large', 2)

let memory: EventfulTable
let table: TenantTable
let admin: Actor

function aPlan(id: string, users: number): Plan {
  const now = new Date().toISOString()
  return { id, name: id, users, connections: 9, queues: 9, companies: 0, createdAt: now, updatedAt: now }
}

/** A company of one admin with this plan. */
async function aCompanyWith(plan: Plan): Promise<void> {
  const company = aCompany({ id: COMPANY, planId: plan.id })
  await foundCompany({ table: memory }, company)
  admin = actorOf(await anAccount(memory, COMPANY))
}

beforeEach(async () => {
  memory = new EventfulTable()
  table = new TenantTable(memory, COMPANY)
  const platform = platformTable(memory)
  const { ports } = enginePorts(memory, Date.now)
  setContext({ table, platform, ports, environment: { APP_ORIGIN: 'https://recado.test' } })
  for (const plan of [ONE_USER, TWO_USERS]) await plans.put(platform, plan)
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

async function signedUp() {
  const { token } = await invite(admin, { profile: 'user' })
  const person = { name: 'Maria', email: 'maria@exemplo.test', password: PASSWORD }
  return signUp({ ...person, token, companyId: COMPANY }, anExchange())
}

test.each([
  ['created', created],
  ['signed up', signedUp],
])(
  'a user who is %s while the company moves to a smaller plan needs a place in that plan',
  async (_, add) => {
    await aCompanyWith(TWO_USERS)
    movesAfterNextRead(ONE_USER)
    await expect(add()).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT' })
    expect(await allUsers(table)).toHaveLength(1)
  },
)

test.each([
  ['created', created],
  ['signed up', signedUp],
])('a user who is %s while the company moves to a larger plan gets a place in that plan', async (_, add) => {
  await aCompanyWith(ONE_USER)
  movesAfterNextRead(TWO_USERS)
  expect(await add()).toMatchObject({ name: 'Maria' })
  expect(await allUsers(table)).toHaveLength(2)
})
