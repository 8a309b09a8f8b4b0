import { create } from '@recado/functions/users/saving'
import { putCompany } from '@recado/shared/companies/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { allUsers, type StoredUser } from '@recado/shared/users/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount, PASSWORD } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))

const SHOP = 'A'
const PLATFORM = 'P'
const NEW = { name: 'Maria', email: 'maria@exemplo.test' }

let memory: MemoryTable
let operator: StoredUser
let mails: { kind: string; why?: string }[]

const tableOf = (companyId: string) => new TenantTable(memory, companyId)

beforeEach(async () => {
  memory = new MemoryTable()
  mails = []
  const { ports } = enginePorts(memory, Date.now)
  const send = async (_: string, mail: never) => void mails.push(mail)
  setContext({ table: tableOf, ports: { ...ports, queues: { ...ports.queues, send } } })
  for (const id of [SHOP, PLATFORM]) await putCompany(tableOf(id), aCompany({ id }))
  operator = await anAccount(memory, PLATFORM, { super: true })
})

test('an operator who gives a new user of another company a password is refused', async () => {
  const given = { ...NEW, companyId: SHOP, password: PASSWORD }
  await expect(create(actorOf(operator), given)).rejects.toMatchObject({ code: 'ERR_PASSWORD_BY_LINK' })
  expect(await allUsers(tableOf(SHOP))).toEqual([])
  expect(mails).toEqual([])
})

test('an operator’s new user of another company gets a link by mail to choose a password', async () => {
  const { id: userId } = await create(actorOf(operator), { ...NEW, companyId: SHOP })
  expect(await allUsers(tableOf(SHOP))).toMatchObject([{ id: userId, passwordHash: null }])
  expect(mails).toEqual([{ kind: 'password-link', companyId: SHOP, userId, why: 'access' }])
})

test('an operator gives a new user of the own company a password', async () => {
  const { id } = await create(actorOf(operator), { ...NEW, password: PASSWORD })
  const made = (await allUsers(tableOf(PLATFORM))).find((user) => user.id === id)
  expect(made?.passwordHash).toMatch(/^argon2id\$/)
})
