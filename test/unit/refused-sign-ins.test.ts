import { putCompany } from '@recado/shared/companies/store'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredUser } from '@recado/shared/users/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { anAccount, anExchange } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const COMPANY = 'A'
const START = Date.parse('2026-11-23T12:00:00.123Z')

let now: number
let memory: EventfulTable
let user: StoredUser

beforeEach(async () => {
  now = START
  memory = new EventfulTable()
  const table = new TenantTable(memory, COMPANY)
  const { ports } = enginePorts(memory, () => now)
  setContext({ table, ports, environment: { APP_ORIGIN: 'https://recado.test' } })
  await putCompany(table, aCompany({ id: COMPANY }))
  user = await anAccount(memory, COMPANY)
})

/** Milliseconds that a refused sign-in takes. @param roleMs how long the rights to the company's rows take */
async function refusal(email: string, roleMs: number): Promise<number> {
  // Loaded late: the cookie's name follows from the environment.
  const { signIn } = await import('@recado/functions/sessions/sign-in')
  now = START
  memory.afterGet = async ({ pk }) => {
    now += pk.startsWith(COMPANY) ? roleMs : 5
  }
  const pause = async (ms: number) => {
    now += ms
  }
  const refused = signIn({ email, password: 'errada' }, anExchange(), pause)
  await expect(refused).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' })
  return now - START
}

test('a wrong password takes as long as an unknown e-mail', async () => {
  expect(await refusal(user.email, 180)).toBe(400)
  expect(await refusal('ninguem@exemplo.test', 180)).toBe(400)
})

test('a refused sign-in that takes longer than usual ends at a later multiple of the time', async () => {
  expect(await refusal(user.email, 450)).toBe(800)
})
