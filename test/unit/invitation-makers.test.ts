import { signUp } from '@recado/functions/sessions/sign-up'
import { create } from '@recado/functions/users/invitations'
import { remove, update } from '@recado/functions/users/saving'
import { putCompany } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredInvitation } from '@recado/shared/users/invitation-store'
import { getUser, type StoredUser, userKey } from '@recado/shared/users/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange, PASSWORD } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))

const SHOP = 'A'
const PLATFORM = 'P'
const REFUSED = { kind: 'forbidden', code: 'ERR_USER_CREATION_DISABLED' }

let memory: EventfulTable
let maker: StoredUser
let colleague: StoredUser
let operator: StoredUser

const tableOf = (companyId: string) => new TenantTable(memory, companyId)

beforeEach(async () => {
  memory = new EventfulTable()
  const { ports } = enginePorts(memory, Date.now)
  setContext({ table: tableOf, ports, environment: { APP_ORIGIN: 'https://recado.test' } })
  for (const id of [SHOP, PLATFORM]) await putCompany(tableOf(id), aCompany({ id }))
  maker = await anAccount(memory, SHOP)
  colleague = await anAccount(memory, SHOP)
  operator = await anAccount(memory, PLATFORM, { super: true })
})

const inviteAs = (user: StoredUser) => create(actorOf(user), { profile: 'admin', companyId: SHOP })

function accept({ token }: { token: string }) {
  const email = `${newId().toLowerCase()}@exemplo.test`
  return signUp({ name: 'Maria', email, password: PASSWORD, token, companyId: SHOP }, anExchange())
}

const deleted = () => remove(actorOf(colleague), maker.id)
const demoted = () => {
  const { id: userId, name, email } = maker
  return update(actorOf(colleague), { userId, name, email, profile: 'user' }, anExchange())
}

test('an invitation is valid while its maker is an admin', async () => {
  expect(await accept(await inviteAs(maker))).toMatchObject({ profile: 'admin', companyId: SHOP })
})

test.each([
  ['deleted', deleted],
  ['made an ordinary user', demoted],
])('an invitation is refused after its maker was %s', async (_, putAway) => {
  const invitation = await inviteAs(maker)
  await putAway()
  await expect(accept(invitation)).rejects.toMatchObject(REFUSED)
})

test.each([
  ['deleted', deleted],
  ['made an ordinary user', demoted],
])('an invitation is refused when its maker is %s during the sign-up', async (_, putAway) => {
  const invitation = await inviteAs(maker)
  memory.afterGet = async ({ sk }) => {
    if (sk !== maker.id) return
    memory.afterGet = async () => undefined
    await putAway()
  }
  await expect(accept(invitation)).rejects.toMatchObject(REFUSED)
})

test('an operator’s invitation is valid while they are an operator', async () => {
  const invitations = [await inviteAs(operator), await inviteAs(operator), await inviteAs(operator)]
  const [first, second, third] = invitations.map((invitation) => () => accept(invitation))
  expect(await first?.()).toMatchObject({ companyId: SHOP })
  const platform = tableOf(PLATFORM)
  await platform.update(userKey(operator.id), { set: { super: false } })
  await expect(second?.()).rejects.toMatchObject(REFUSED)
  await platform.delete(userKey(operator.id))
  await expect(third?.()).rejects.toMatchObject(REFUSED)
})

test('an invitation of earlier code, without its maker, is valid', async () => {
  const invitation = await inviteAs(maker)
  const key = keyIn<StoredInvitation>('INVITATIONS', invitation.id)
  expect(await tableOf(SHOP).get(key)).toMatchObject({ by: { userId: maker.id, companyId: SHOP } })
  await tableOf(SHOP).update(key, { remove: ['by'] })
  await deleted()
  const { id } = await accept(invitation)
  expect(await getUser(tableOf(SHOP), id)).toMatchObject({ profile: 'admin' })
})
