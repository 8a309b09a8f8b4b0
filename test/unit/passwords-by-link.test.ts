import { newOneTimeToken } from '@recado/functions/credentials/one-time-token'
import { resetPassword } from '@recado/functions/credentials/password-links'
import { create, update } from '@recado/functions/users/saving'
import { putCompany } from '@recado/shared/companies/store'
import { putPasswordLink } from '@recado/shared/sessions/password-link-store'
import { getSession, putSession } from '@recado/shared/sessions/store'
import { TenantTable } from '@recado/shared/table/tenant'
import { allUsers, getUser, type StoredUser } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange, PASSWORD } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { MortalTable } from '../support/mortal-table.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))

const SHOP = 'A'
const PLATFORM = 'P'
const NEW = { name: 'Maria', email: 'maria@exemplo.test' }

let memory: MortalTable
let operator: StoredUser
let mails: { kind: string; why?: string }[]

const tableOf = (companyId: string) => new TenantTable(memory, companyId)

beforeEach(async () => {
  memory = new MortalTable()
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

describe('a new password', () => {
  let user: StoredUser
  const session = () => getSession(tableOf(SHOP), user.id)
  beforeEach(async () => {
    user = await anAccount(memory, SHOP)
    await putSession(tableOf(SHOP), { userId: user.id, sid: 'S', companyVersion: 0 }, Date.now())
  })

  test('ends the session although the call of its link dies behind it', async () => {
    const { token, digest } = newOneTimeToken(SHOP, user.id)
    await putPasswordLink(tableOf(SHOP), user.id, digest, Date.now() + 60_000)
    // The entry of the audit trail, which follows.
    const puts = memory.put.bind(memory)
    vi.spyOn(memory, 'put').mockImplementation((row, when) =>
      row.pk.endsWith('AUDIT') ? Promise.reject(new Error('The process died')) : puts(row, when),
    )
    const reset = resetPassword({ token, password: 'outra senha boa' }, anExchange())
    await expect(reset).rejects.toThrow('died')
    expect(await session()).toBeUndefined()
  })

  test('ends the session although the call of an admin dies behind it', async () => {
    const admin = actorOf(await anAccount(memory, SHOP))
    const { id: userId, name, email } = user
    const change = { userId, name, email, password: 'outra senha boa' }
    memory.dieAfter(1)
    await Promise.allSettled([update(admin, change, anExchange())])
    expect(await getUser(tableOf(SHOP), userId)).not.toMatchObject({ passwordHash: user.passwordHash })
    expect(await session()).toBeUndefined()
  })
})
