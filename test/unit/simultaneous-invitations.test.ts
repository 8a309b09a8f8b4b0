import { create as invite, list } from '@recado/functions/users/invitations'
import { create as createUser } from '@recado/functions/users/saving'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import type { Actor } from '@recado/shared/sessions/session'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const COMPANY = 'A'
const AT = '2026-11-01T12:00:00.000Z'
const FULL = { code: 'ERR_PLAN_LIMIT', values: { of: 'invitations', count: 3 } }
const [THREE, FIVE] = [aPlan('three', 3), aPlan('five', 5)]

let memory: RacedTable
let admin: Actor

function aPlan(id: string, users: number): Plan {
  return { id, name: id, users, connections: 1, queues: 1, companies: 0, createdAt: AT, updatedAt: AT }
}

beforeEach(async () => {
  memory = new RacedTable()
  const { ports } = enginePorts(memory, Date.now)
  const platform = platformTable(memory)
  setContext({
    table: (id) => new TenantTable(memory, id),
    platform,
    ports,
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
  for (const plan of [THREE, FIVE]) await plans.put(platform, plan)
})

/** A company with this plan, and with two users. */
async function aCompanyWith(planId: string | null): Promise<void> {
  await foundCompany({ table: memory }, aCompany({ id: COMPANY, planId }))
  admin = actorOf(await anAccount(memory, COMPANY))
  await anAccount(memory, COMPANY)
}

const invites = () => invite(admin, { profile: 'user' })
const ten = () => Promise.allSettled(Array.from({ length: 10 }, invites))

test('of two invitations at the same moment one gets the last place of the plan', async () => {
  await aCompanyWith(THREE.id)
  memory.beforeTransaction = invites
  await expect(invites()).rejects.toMatchObject(FULL)
  expect(await list(admin)).toHaveLength(1)
})

test('an invitation is refused if a user gets the last place of the plan at the same moment', async () => {
  await aCompanyWith(THREE.id)
  memory.beforeTransaction = () => createUser(admin, { name: 'Maria', email: 'maria@exemplo.test' })
  await expect(invites()).rejects.toMatchObject(FULL)
  expect(await list(admin)).toEqual([])
})

test('ten invitations at the same moment fill the places of the plan, and no more', async () => {
  await aCompanyWith(FIVE.id)
  const made = (await ten()).filter(({ status }) => status === 'fulfilled')
  expect(made).toHaveLength(3)
  expect(await list(admin)).toHaveLength(3)
})

test('a company without a plan makes ten invitations at the same moment', async () => {
  await aCompanyWith(null)
  await ten()
  expect(await list(admin)).toHaveLength(10)
})
