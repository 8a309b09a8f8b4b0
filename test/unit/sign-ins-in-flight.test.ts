import { digestOf } from '@recado/functions/credentials/one-time-token'
import { putCompany } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import { instances } from '@recado/shared/instances/store'
import { newSigningPair } from '@recado/shared/secrets/signing-pair'
import { putPasswordLink } from '@recado/shared/sessions/password-link-store'
import { getSession } from '@recado/shared/sessions/store'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { getUser, type StoredUser } from '@recado/shared/users/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange, PASSWORD } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))
vi.mock('@recado/functions/secrets', () => {
  const pair = newSigningPair()
  return { secrets: { secret: async () => [pair], renew: () => undefined } }
})

const COMPANY = newId()
const ORIGIN = 'https://recado.test'
const ELSEWHERE = 'https://outra.test'
const NEW_PASSWORD = 'dada pelo admin'

let memory: EventfulTable
let table: TenantTable
let user: StoredUser
let admin: StoredUser

beforeEach(async () => {
  vi.unstubAllGlobals()
  memory = new EventfulTable()
  table = new TenantTable(memory, COMPANY)
  isServedFrom(ORIGIN)
  await putCompany(table, aCompany({ id: COMPANY, handoverFrom: { instanceId: 'I1', companyId: COMPANY } }))
  user = await anAccount(memory, COMPANY)
  admin = await anAccount(memory, COMPANY)
})

function isServedFrom(origin: string): void {
  const { ports } = enginePorts(memory, Date.now)
  setContext({ table, platform: platformTable(memory), ports, environment: { APP_ORIGIN: origin } })
}

/** Runs something after the user's row is read the next time, before the reader gets it. */
function afterNextRead(what: () => Promise<unknown>): void {
  memory.afterGet = async ({ pk, sk }) => {
    if (pk !== `${COMPANY}#USERS` || sk !== user.id) return
    memory.afterGet = async () => undefined
    await what()
  }
}

/** Signs the user in. @param meanwhile happens once the sign-in has read the user, before the password is checked */
async function signIn(password: string, meanwhile: () => Promise<unknown> = async () => undefined) {
  // Loaded late: the cookie's name follows from the environment.
  const functions = await import('@recado/functions/sessions/sign-in')
  afterNextRead(meanwhile)
  const exchange = anExchange()
  const answer = functions.signIn({ email: user.email, password }, exchange)
  return { exchange, answer: await answer.catch((error: unknown) => ({ error })) }
}

const REFUSED = { error: { code: 'ERR_INVALID_CREDENTIALS' } }

const byAdmin = async () => {
  const { update } = await import('@recado/functions/users/saving')
  const change = { userId: user.id, name: user.name, email: user.email, password: NEW_PASSWORD }
  await update(actorOf(admin), change, anExchange())
}

const byLink = async () => {
  const { resetPassword } = await import('@recado/functions/credentials/password-links')
  await putPasswordLink(table, user.id, digestOf('secret'), Date.now() + 60_000)
  await resetPassword({ token: `${COMPANY}.${user.id}.secret`, password: NEW_PASSWORD }, anExchange())
}

const deleted = async () => {
  const { remove } = await import('@recado/functions/users/saving')
  await remove(actorOf(admin), user.id)
}

test.each([
  ['an admin sets another password', byAdmin],
  ['its user sets another password with a link', byLink],
  ['its user is deleted', deleted],
])('a sign-in leaves no session if %s while it checks the old password', async (_, meanwhile) => {
  const { answer, exchange } = await signIn(PASSWORD, meanwhile)
  expect(answer).toMatchObject(REFUSED)
  expect(await getSession(table, user.id)).toBeUndefined()
  expect(exchange.setCookies.at(-1)).toMatch(/^__Host-rt=; Max-Age=0; /)
})

test('the end of a sign-in with the old password leaves the session of one with the new password', async () => {
  let newer: unknown
  const { answer } = await signIn(PASSWORD, async () => {
    await byAdmin()
    // The next read comes after the session with the old password has begun.
    afterNextRead(async () => {
      newer = (await signIn(NEW_PASSWORD)).answer
    })
  })
  expect(newer).toMatchObject({ user: { id: user.id } })
  expect(answer).toMatchObject(REFUSED)
  expect(await getSession(table, user.id)).toMatchObject({ userId: user.id })
})

test('a sign-in without a change of its user opens a session', async () => {
  const { answer } = await signIn(PASSWORD)
  expect(answer).toMatchObject({ user: { id: user.id, companyId: COMPANY } })
  expect(await getSession(table, user.id)).toBeDefined()
  expect((await getUser(table, user.id))?.passwordHash).toBe(user.passwordHash)
})

test('a handover leaves no session if its user is deleted while it is checked', async () => {
  const { handoverTo, takeHandover } = await import('@recado/functions/sessions/handover')
  const { publicKeys } = await import('@recado/functions/credentials/tokens')
  const now = new Date().toISOString()
  const instance = { id: 'I1', name: 'Outra', address: ELSEWHERE, port: 443, companies: 0 }
  await instances.put(platformTable(memory), { ...instance, createdAt: now, updatedAt: now })
  isServedFrom(ELSEWHERE)
  const handovers = [await handoverTo(ORIGIN, user), await handoverTo(ORIGIN, user)]
  isServedFrom(ORIGIN)
  vi.stubGlobal('fetch', async () => Response.json(await publicKeys()))
  const [good, late] = handovers.map((handover) => () => takeHandover({ handover }, anExchange()))
  expect(await good?.()).toMatchObject({ user: { id: user.id } })
  afterNextRead(deleted)
  await expect(late?.()).rejects.toMatchObject({ code: 'ERR_HANDOVER_INVALID' })
  expect(await getSession(table, user.id)).toBeUndefined()
})
