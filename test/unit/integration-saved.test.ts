import { get, save } from '@recado/functions/integration/integration'
import { DomainError } from '@recado/shared/errors/errors'
import { integrationChange } from '@recado/shared/integration/integration'
import type { IntegratedPlatform } from '@recado/shared/integration/platform'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/integration/token-seal', () => ({
  sealToken: async (_: string, token: string) => `sealed ${token}`,
}))
vi.mock('@recado/functions/integration/platform', () => ({
  integratedPlatform: { check: (token) => check(token) } satisfies Partial<IntegratedPlatform>,
}))

const ADMIN = anActor({ profile: 'admin' })
const [FIRST, SECOND] = ['primeiro-token-1111', 'segundo-token-2222']
const REFUSED = new DomainError('unprocessable', 'ERR_INTEGRATION_TOKEN', 'Refused')

/** The platform's answer to a token. */
let check: (token: string) => Promise<void>

beforeEach(() => {
  const memory = new MemoryTable()
  setContext({
    table: new TenantTable(memory, 'A'),
    ports: enginePorts(memory, Date.now).ports,
    environment: { INTEGRATION_KIND: 'sacmais' },
  })
  check = async () => undefined
})

const connect = (token: string) => save(ADMIN, { type: 'sacmais', token, status: 'ENABLED' })
const disconnect = () => save(ADMIN, { type: 'sacmais', token: null, status: 'DISABLED' })
/** While the platform checks a token, this happens. @param refused whether the platform refuses that token */
const during = (token: string, happens: () => Promise<unknown>, refused = false) => {
  check = async (checked) => {
    if (checked !== token) return
    await happens()
    if (refused) throw REFUSED
  }
}
const stored = async () => (await get(ADMIN)).integration

test.each([false, true])(
  'a disconnect while a token is checked stays (connected before: %s)',
  async (before) => {
    if (before) await connect(SECOND)
    during(FIRST, disconnect)
    expect((await connect(FIRST)).integration).toMatchObject({ status: 'DISABLED', token: null })
    expect(await stored()).toMatchObject({ status: 'DISABLED', token: null, connectedAt: null })
  },
)

test.each([false, true])(
  'a token saved while another is checked stays (connected before: %s)',
  async (before) => {
    if (before) await connect('terceiro-token-3333')
    during(FIRST, () => connect(SECOND))
    expect((await connect(FIRST)).integration).toMatchObject({ status: 'ENABLED', token: '••••2222' })
    expect(await stored()).toMatchObject({ status: 'ENABLED', token: '••••2222' })
  },
)

test('a refused token does not end the check of a later one', async () => {
  const later = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let connecting: Promise<unknown> = Promise.resolve()
  check = async (token) => {
    if (token === SECOND) {
      begun.resolve()
      return later.promise
    }
    connecting = connect(SECOND)
    await begun.promise
    throw REFUSED
  }
  await expect(connect(FIRST)).rejects.toBe(REFUSED)
  expect(await stored()).toMatchObject({ status: 'PENDING' })
  later.resolve()
  await connecting
  expect(await stored()).toMatchObject({ status: 'ENABLED', token: '••••2222' })
})

test('a token refused while the company disconnects leaves it disconnected', async () => {
  during(FIRST, disconnect, true)
  await expect(connect(FIRST)).rejects.toBe(REFUSED)
  expect(await stored()).toMatchObject({ status: 'DISABLED', token: null })
})

test('null is no token: enough to disconnect, too little to connect', async () => {
  const sent = { type: 'sacmais', token: null } as const
  await connect(FIRST)
  await save(ADMIN, integrationChange.parse({ ...sent, status: 'DISABLED' }))
  expect(await stored()).toMatchObject({ status: 'DISABLED' })
  const asked = () => save(ADMIN, integrationChange.parse({ ...sent, status: 'ENABLED' }))
  expect(asked).toThrow(expect.objectContaining({ code: 'ERR_VALIDATION' }))
})
