import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { type Company, newCompany } from '@recado/shared/companies/company'
import { eraseLast, partsOf } from '@recado/shared/companies/deletion/parts'
import type { StoredDeletion } from '@recado/shared/companies/register/deletion-key'
import { beginDeletion, endDeletion } from '@recado/shared/companies/register/deletion-store'
import {
  allRegistered,
  foundCompany,
  getRegistered,
  saveCompany,
  strikeCompany,
} from '@recado/shared/companies/register/register-store'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import { freePlace, takePlace } from '@recado/shared/companies/usage'
import { allConnections, deleteConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import { instances } from '@recado/shared/instances/store'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import { chainIndex, socketIndex } from '@recado/shared/table/indexes'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import { ConditionFailed, keyIn, putRow } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { putUser, writesOfNewUser } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCampaign, aColor } from '../support/builders.ts'
import { aWorld } from '../support/worlds.ts'

const NOW = '2026-11-22T12:00:00.000Z'

let table: MemoryTable
let platform: TenantTable
const ports = () => ({ table })

beforeEach(() => {
  table = new MemoryTable()
  platform = platformTable(table)
})

async function aPlan(limits: Partial<Plan> = {}): Promise<Plan> {
  const plan = {
    id: newId(),
    name: `Plano ${newId()}`,
    users: 2,
    connections: 2,
    queues: 2,
    companies: 0,
    createdAt: NOW,
    updatedAt: NOW,
    ...limits,
  }
  await plans.put(platform, plan)
  return plan
}
const aCompany = (more: Partial<Company> = {}) =>
  newCompany({ id: newId(), name: 'Padaria Aurora', email: 'contato@aurora.test', createdAt: NOW, ...more })
const aUser = (companyId: string, email: string) => ({
  id: newId(),
  companyId,
  email,
  name: 'Ana',
  profile: 'admin' as const,
  super: false,
  createdAt: NOW,
  passwordHash: null,
})
const tenant = (companyId: string) => new TenantTable(table, companyId)
const companiesOf = async ({ id }: Plan) => (await plans.get(platform, id))?.companies
const stored = async ({ id }: Company) => {
  const company = await getCompany(tenant(id))
  if (!company) throw new Error('There is no such company')
  return company
}

describe('a new company in the register', () => {
  test('is in the register and in the count of its plan', async () => {
    const plan = await aPlan()
    const company = aCompany({ planId: plan.id, document: '52998224725', phone: '5511987654321' })
    expect(await foundCompany(ports(), company)).toBeUndefined()
    expect(await getRegistered(platform, company.id)).toMatchObject({
      name: 'Padaria Aurora',
      search: 'padaria aurora contato@aurora.test 52998224725 529.982.247-25 5511987654321',
    })
    expect(await companiesOf(plan)).toBe(1)
    expect(await foundCompany(ports(), company)).toBe('changed')
    expect(await companiesOf(plan)).toBe(1)
  })

  test('is not stored if its plan, its instance or its admin cannot be', async () => {
    const plan = await aPlan()
    const company = aCompany({ planId: plan.id })
    expect(await foundCompany(ports(), { ...company, planId: newId() })).toBe('no-plan')
    expect(await foundCompany(ports(), { ...company, instanceId: newId() })).toBe('no-instance')
    const other = aCompany()
    await foundCompany(ports(), other)
    await putUser(tenant(other.id), aUser(other.id, 'ana@aurora.test'))
    const admin = writesOfNewUser(aUser(company.id, 'ana@aurora.test'))
    await expect(foundCompany(ports(), company, admin)).rejects.toThrow(ConditionFailed)
    expect(await allRegistered(platform)).toHaveLength(1)
    expect(await getCompany(tenant(company.id))).toBeUndefined()
    expect(await companiesOf(plan)).toBe(0)
  })
})

describe('a changed company', () => {
  test('is changed in both places with the counts, on condition of the read version', async () => {
    const [first, second] = [await aPlan(), await aPlan()]
    const company = aCompany({ planId: first.id })
    await foundCompany(ports(), company)
    const next = { ...company, name: 'Aurora Pães', planId: second.id, dueDate: '2027-01-10' }
    expect(await saveCompany(ports(), company, next, second)).toBeUndefined()
    expect(await stored(company)).toMatchObject({ name: 'Aurora Pães', version: 2, dueDate: '2027-01-10' })
    expect(await getRegistered(platform, company.id)).toMatchObject({
      name: 'Aurora Pães',
      dueDate: '2027-01-10',
    })
    expect([await companiesOf(first), await companiesOf(second)]).toEqual([0, 1])
    expect(await saveCompany(ports(), company, next, second)).toBe('changed')
    expect([await companiesOf(first), await companiesOf(second)]).toEqual([0, 1])
  })

  test('keeps the settings that its own users changed meanwhile', async () => {
    const company = aCompany()
    await foundCompany(ports(), company)
    await tenant(company.id).update(companyKey, { set: { userRating: 'enabled', scheduleType: 'queue' } })
    await saveCompany(ports(), company, { ...company, name: 'Outro' })
    expect(await stored(company)).toMatchObject({
      userRating: 'enabled',
      scheduleType: 'queue',
      name: 'Outro',
    })
  })

  test('does not move to a plan that is too small for it', async () => {
    const small = await aPlan({ queues: 1 })
    const company = aCompany()
    await foundCompany(ports(), company)
    const own = tenant(company.id)
    for (let at = 0; at < 2; at++) await own.transact([takePlace('queues', undefined)])
    const next = { ...company, planId: small.id }
    expect(await saveCompany(ports(), company, next, small)).toBe('exceeded')
    await own.transact([freePlace('queues')])
    expect(await saveCompany(ports(), company, next, small)).toBeUndefined()
    expect(await companiesOf(small)).toBe(1)
  })

  test('cannot be changed after its deletion has started, and only an archived company can be deleted', async () => {
    const company = aCompany()
    await foundCompany(ports(), company)
    const deletion: StoredDeletion = {
      companyId: company.id,
      name: company.name,
      status: 'unlinking',
      done: 0,
      total: 1,
      startedAt: NOW,
      by: { companyId: newId(), userId: newId() },
      rounds: 0,
      busyUntil: 0,
    }
    expect(await beginDeletion(ports(), deletion)).toBe(false)
    await saveCompany(ports(), company, { ...company, archived: true, status: false })
    expect(await beginDeletion(ports(), deletion)).toBe(true)
    expect(await beginDeletion(ports(), deletion)).toBe(true)
    const read = await stored(company)
    expect(await saveCompany(ports(), read, { ...read, archived: false })).toBe('deleting')
  })
})

test('a name is unique, and is freed with its owner', async () => {
  const plan = await aPlan({ name: 'Básico' })
  const other = { ...plan, id: newId(), name: ' BÁSICO'.trim() }
  expect(await plans.put(platform, other)).toEqual({ taken: 'PLANS-NAMES' })
  expect(await plans.change(platform, plan, { name: 'Grande', users: 9 })).toBe('written')
  expect(await plans.get(platform, plan.id)).toMatchObject({ name: 'Grande', users: 9, companies: 0 })
  expect(await plans.put(platform, other)).toBe('written')
  expect(await plans.change(platform, plan, { name: 'Enorme' })).toBe('changed')
  expect(await plans.delete(platform, other, { companies: 1 })).toBe('changed')
  expect(await plans.delete(platform, other, { companies: 0 })).toBe('written')
  expect(await instances.all(platform)).toEqual([])
})

describe('a company’s data', () => {
  const rowsOf = (companyId: string) =>
    [...table.rows()]
      .filter((row) => JSON.stringify(row).includes(companyId))
      .map(({ pk, sk }) => `${pk} ${sk}`)

  /** A company with one row of each kind, also the rows that only the engine and WhatsApp create. */
  async function full(plan: Plan): Promise<Company> {
    const company = aCompany({ planId: plan.id, archived: true, status: false })
    const own = tenant(company.id)
    await foundCompany(ports(), company, writesOfNewUser(aUser(company.id, `${company.id}@aurora.test`)))
    const { whatsappId, campaignId, contactListId } = await aWorld(own)
    await aWorld(own, aColor())
    const extra: [string, string][] = [
      [`CONVERSATIONS#${whatsappId}`, 'number-5511955570001'],
      [`MESSAGES#${whatsappId}#number-5511955570001`, `${NOW}#ABC`],
      [`MESSAGE-PLACES#${whatsappId}`, 'ABC#me'],
      [`SENT#${whatsappId}`, 'ABC'],
      [`LEDGER#${campaignId}.1#3`, '00000003'],
      [`RELEASED#${campaignId}.1`, `${NOW}#3`],
      [`NUMBERS#${contactListId}#7`, '5511955570007'],
      ['WORDS#or', `orcamento#8205000000000#${whatsappId}#ABC#them`],
      ['WORDS#__', `ώρα#8205000000000#${whatsappId}#ABC#them`],
      ['SESSIONS', 'ana'] as [string, string],
      ['TICKETS', newId()] as [string, string],
    ]
    await own.putMany(extra.map(([pk, sk]) => keyIn(pk, sk)))
    await putCampaign(own, aCampaign({ companyId: company.id, status: 'PROGRAMADA', dueAt: NOW }))
    await own.transact([
      { index: chainIndex.put(company.id, whatsappId) },
      putRow(keyIn('SOCKETS', `socket-of-${company.id}`)),
      {
        index: putRow({
          ...socketIndex.key(`socket-of-${company.id}`, company.id),
          companyId: company.id,
          expiresAt: Math.floor(Date.parse(NOW) / 1000),
        }),
      },
    ])
    return company
  }

  async function erase(company: Company): Promise<void> {
    for (const part of await partsOf(tenant(company.id))) await part()
    await eraseLast(tenant(company.id), companyKey)
    await strikeCompany(ports(), company)
    await endDeletion(platform, company.id)
  }

  test('is deleted with the company, and no data of another company is', async () => {
    const plan = await aPlan()
    const [company, other] = [await full(plan), await full(plan)]
    // The lease owner deletes the connections, with their shard rows.
    for (const { id } of await allConnections(tenant(company.id)))
      await deleteConnection(tenant(company.id), id)
    const others = rowsOf(other.id)
    expect(rowsOf(company.id).length).toBeGreaterThan(40)
    await erase(company)
    expect(rowsOf(company.id)).toEqual([])
    expect(rowsOf(other.id)).toEqual(others)
    expect(await companiesOf(plan)).toBe(1)
  })

  test('is also deleted if the job is interrupted after any part and restarted', async () => {
    const plan = await aPlan()
    const { length } = await partsOf(tenant((await full(plan)).id))
    for (let cut = 0; cut < length; cut += 5) {
      const company = await full(plan)
      for (const { id } of await allConnections(tenant(company.id)))
        await deleteConnection(tenant(company.id), id)
      const parts = await partsOf(tenant(company.id))
      for (const part of parts.slice(0, cut)) await part()
      await erase(company)
      expect(rowsOf(company.id)).toEqual([])
    }
  })
})
