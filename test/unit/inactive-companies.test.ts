import { companyKey, putCompany } from '@recado/shared/companies/store'
import { newSigningPair } from '@recado/shared/secrets/signing-pair'
import { getSession } from '@recado/shared/sessions/store'
import { TenantTable } from '@recado/shared/table/tenant'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { anAccount, anExchange, PASSWORD } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/secrets', () => {
  const pair = newSigningPair()
  return { secrets: { secret: async () => [pair], renew: () => undefined } }
})

const COMPANY = 'A'
const WRONG = { code: 'ERR_INVALID_CREDENTIALS' }
const INACTIVE = { kind: 'unauthenticated', code: 'ERR_COMPANY_INACTIVE' }

let table: TenantTable
let user: StoredUser

beforeEach(async () => {
  const memory = new EventfulTable()
  table = new TenantTable(memory, COMPANY)
  const { ports } = enginePorts(memory, Date.now)
  setContext({ table, ports, environment: { APP_ORIGIN: 'https://recado.test' } })
  await putCompany(table, aCompany({ id: COMPANY }))
  user = await anAccount(memory, COMPANY)
})

async function signIn(given: { email?: string; password?: string } = {}) {
  // Loaded late: the cookie's name follows from the environment.
  const functions = await import('@recado/functions/sessions/sign-in')
  const credentials = { email: user.email, password: PASSWORD, ...given }
  return functions.signIn(credentials, anExchange(), async () => undefined)
}

test.each([
  ['switched off', { status: false }],
  ['archived', { status: false, archived: true }],
])('only the right password shows that the company is %s', async (_, set) => {
  await table.update(companyKey, { set })
  await expect(signIn()).rejects.toMatchObject(INACTIVE)
  expect(await getSession(table, user.id)).toBeUndefined()
  await expect(signIn({ password: 'errada' })).rejects.toMatchObject(WRONG)
  await expect(signIn({ email: 'ninguem@exemplo.test' })).rejects.toMatchObject(WRONG)
})

test('the second step is asked before the company’s state is shown', async () => {
  await table.update(companyKey, { set: { status: false } })
  await table.update(userKey(user.id), { set: { totp: true } })
  await expect(signIn()).rejects.toMatchObject({ code: 'ERR_TOTP_REQUIRED' })
})
