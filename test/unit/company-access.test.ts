import { create, get, resetPassword, update } from '@recado/functions/companies/companies'
import {
  type CompanyInput,
  type CompanyRecord,
  companyInput,
} from '@recado/shared/companies/register/company-record'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import { isGoodLink, putPasswordLink, takePasswordLink } from '@recado/shared/sessions/password-link-store'
import type { Actor } from '@recado/shared/sessions/session'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { allUsers, findByEmail, type StoredUser, userKey } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const WRONG = 'contaot@aurora.test'
const RIGHT = 'contato@aurora.test'
const HASH = 'a hash'

let memory: EventfulTable
let operator: Actor
let company: CompanyRecord
let plan: Plan
/** The users who were sent a link. */
let mailed: string[]

const tableOf = (companyId: string) => new TenantTable(memory, companyId)
const input = (more: Partial<CompanyInput> = {}): CompanyInput =>
  companyInput.parse({ name: 'Padaria Aurora', email: WRONG, planId: plan.id, ...more })

beforeEach(async () => {
  memory = new EventfulTable()
  mailed = []
  const platform = platformTable(memory)
  const { ports } = enginePorts(memory, () => NOW)
  const send = async (_: string, message: object) => {
    if ('userId' in message) mailed.push(String(message.userId))
  }
  setContext({ table: tableOf, platform, ports: { ...ports, queues: { ...ports.queues, send } } })
  const at = new Date(NOW).toISOString()
  const limits = { users: 5, connections: 5, queues: 5 }
  plan = { id: newId(), name: 'Essencial', ...limits, companies: 0, createdAt: at, updatedAt: at }
  await plans.put(platform, plan)
  operator = actorOf(await anAccount(memory, 'P', { super: true }))
  company = await create(operator, input())
  mailed = []
})

async function admin(): Promise<StoredUser> {
  const [first] = await allUsers(tableOf(company.id))
  if (!first) throw new Error('The company has no user')
  return first
}
const correct = (more: Partial<CompanyInput> = {}) => update(company.id, input({ email: RIGHT, ...more }))
const choosePassword = async ({ id }: StoredUser) =>
  tableOf(company.id).update(userKey(id), { set: { passwordHash: HASH } })

describe('the e-mail of a company whose first admin has no password yet', () => {
  test('is the admin’s login too after a correction, and the admin gets the access e-mail there', async () => {
    expect(await correct()).toMatchObject({ email: RIGHT })
    const { id, email, searchText } = await admin()
    expect({ email, searchText }).toEqual({ email: RIGHT, searchText: `padaria aurora ${RIGHT}` })
    expect(await findByEmail(memory, RIGHT)).toMatchObject({ userId: id })
    expect(await findByEmail(memory, WRONG)).toBeUndefined()
    expect(await resetPassword(operator, company.id)).toEqual({ email: RIGHT })
    expect(mailed).toEqual([id])
  })

  test('voids the link of the earlier access e-mail when it is corrected', async () => {
    const { id } = await admin()
    const table = tableOf(company.id)
    await putPasswordLink(table, id, 'digest', NOW + 1000)
    await correct()
    expect(await isGoodLink(table, id, 'digest', NOW)).toBe(false)
  })

  test('is not corrected to an address with which another user signs in', async () => {
    await anAccount(memory, 'B', { email: RIGHT })
    await expect(correct()).rejects.toMatchObject({ kind: 'conflict', code: 'ERR_DUPLICATED_EMAIL' })
    expect(await getCompany(tableOf(company.id))).toMatchObject({ email: WRONG })
    expect(await admin()).toMatchObject({ email: WRONG })
  })

  test('is not the login of an admin who chooses a password during the correction', async () => {
    const user = await admin()
    const table = tableOf(company.id)
    await putPasswordLink(table, user.id, 'digest', NOW + 1000)
    memory.afterGet = async ({ sk }) => {
      if (sk !== user.id) return
      memory.afterGet = async () => undefined
      const taken = { digest: 'digest', now: NOW, passwordHash: HASH, userKey: userKey(user.id) }
      expect(await takePasswordLink(table, user.id, taken)).toBe(true)
    }
    expect(await correct()).toMatchObject({ email: RIGHT })
    expect(await admin()).toMatchObject({ email: WRONG, passwordHash: HASH })
  })
})

test('a company’s new e-mail leaves the login of an admin with a password as it is', async () => {
  await choosePassword(await admin())
  expect(await correct()).toMatchObject({ email: RIGHT })
  expect(await admin()).toMatchObject({ email: WRONG })
  expect(await resetPassword(operator, company.id)).toEqual({ email: WRONG })
})

test('an operator sees the recipient of the access e-mail, and whether the login follows the company’s e-mail', async () => {
  const seen = async () => (await get(operator, company.id)).access
  expect(await seen()).toEqual({ email: WRONG, followsCompany: true })
  const user = await admin()
  await choosePassword(user)
  expect(await seen()).toEqual({ email: WRONG, followsCompany: false })
  await correct()
  expect(await seen()).toEqual({ email: WRONG, followsCompany: false })
  expect((await get(actorOf(user), company.id)).access).toBeNull()
})

test('an admin who is handed over by another instance keeps the login, because that needs no password here', async () => {
  const handoverFrom = { instanceId: newId(), companyId: newId() }
  await tableOf(company.id).update(companyKey, { set: { handoverFrom } })
  expect(await get(operator, company.id)).toMatchObject({ access: { followsCompany: false } })
  await correct()
  expect(await admin()).toMatchObject({ email: WRONG })
})
