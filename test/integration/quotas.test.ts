import { CALL_LIMITS, FAR_PAGE, MAILS_TO_ONE, type Rate } from '@recado/shared/http/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ApiClient } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Cast, Principals } from '../support/principals.ts'

const THROTTLED = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } }

let system: RunningSystem
let principals: Principals
let cast: Cast

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
})
afterAll(() => system.stop())

/** As many calls as are taken have been made: of a user, or of the company by its other users. */
async function used(who: ApiClient, rate: Rate, by: 'user' | 'company'): Promise<void> {
  const { id, companyId } = await who.done<{ id: string; companyId: string }>('GET', '/auth/me')
  const limit: { user?: number; company: number; windowMs: number } = CALL_LIMITS[rate]
  const sk = by === 'user' ? `${rate}#${id}` : rate
  const row = { pk: 'RATES', sk, count: limit[by] ?? 0, endsAt: Date.now() + limit.windowMs }
  await principals.tenant(companyId).put(row)
}

let named = 0
const anEmail = () => `pessoa-${++named}-${Date.now()}@exemplo.test`
const fileForm = () => {
  const form = new FormData()
  form.append('file', new Blob(['nome,numero\nAna,5511955560001\n']), 'contatos.csv')
  return form
}

const CALLS: [what: string, Rate, (who: ApiClient) => Promise<Answer>, number][] = [
  [
    'a place for a file',
    'uploads',
    (who) =>
      who.send('POST', '/uploads', {
        purpose: 'import',
        fileName: 'a.csv',
        contentType: 'text/csv',
        bytes: 30,
      }),
    201,
  ],
  [
    'a call with a file in it',
    'uploads',
    (who) => who.send('POST', '/contact-lists/preview', fileForm()),
    200,
  ],
  ['a new list', 'lists', (who) => who.send('POST', '/contact-lists', { name: 'Clientes' }), 201],
  ['a test of a connection', 'connection-tests', (who) => who.send('POST', '/whatsapp/test', {}), 404],
  ['a search', 'searches', (who) => who.send('GET', '/contact-lists?searchParam=cli'), 200],
  ['a ticket for a socket', 'sockets', (who) => who.send('POST', '/ws/ticket'), 201],
  [
    'an invitation by mail',
    'mails',
    (who) => who.send('POST', '/users/invitations', { email: anEmail() }),
    201,
  ],
  [
    'a user who is mailed a link',
    'mails',
    (who) => who.send('POST', '/users', { name: 'Colega', email: anEmail() }),
    201,
  ],
]

describe('a limit of calls', () => {
  beforeAll(async () => {
    cast = await principals.cast()
  })

  test.each(CALLS)('is one user’s, and another user goes on: %s', async (_, rate, call, success) => {
    const [one, other] = [await principals.signedIn(cast.company), await principals.signedIn(cast.company)]
    expect((await call(one)).status).toBe(success)
    await used(one, rate, 'user')
    const answer = await call(one)
    expect(answer).toMatchObject(THROTTLED)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await call(other)).status).toBe(success)
  })

  test.each(CALLS)('is a company’s, and another company goes on: %s', async (_, rate, call, success) => {
    const company = await principals.company()
    const [one, other] = [await principals.signedIn(company), await principals.signedIn(company)]
    expect((await call(one)).status).toBe(success)
    await used(one, rate, 'company')
    expect(await call(other)).toMatchObject(THROTTLED)
    expect((await call(cast.other)).status).toBe(success)
  })

  test('counts nothing that is refused before: a list without a name is none', async () => {
    const who = await principals.signedIn(cast.company)
    await used(who, 'lists', 'user')
    expect(await who.send('POST', '/contact-lists', { name: '' })).toMatchObject({ status: 400 })
  })

  test('leaves lists without a search alone, and invitations that are not mailed', async () => {
    const who = await principals.signedIn(cast.company)
    await used(who, 'searches', 'user')
    await used(who, 'mails', 'user')
    for (const path of ['/contact-lists', '/contact-lists?searchParam=', '/contact-lists?searchParam=%20'])
      expect((await who.send('GET', path)).status, path).toBe(200)
    expect((await who.send('POST', '/users/invitations', {})).status).toBe(201)
  })
})

describe('mails to one person', () => {
  test('are five an hour from one company, for every spelling of the address and every sender', async () => {
    const { admin, other, company } = await principals.cast()
    const email = anEmail()
    const colleague = await principals.signedIn(company)
    const invited = async (by: ApiClient, to: string) =>
      (await by.send('POST', '/users/invitations', { email: to })).status
    for (let sent = 0; sent < MAILS_TO_ONE.limit; sent++) expect(await invited(admin, email)).toBe(201)
    expect(await invited(admin, email)).toBe(429)
    expect(await invited(colleague, email.toUpperCase())).toBe(429)
    expect(await colleague.send('POST', '/users', { name: 'Colega', email })).toMatchObject(THROTTLED)
    expect(await invited(admin, anEmail())).toBe(201)
    expect(await invited(other, email)).toBe(201)
    // The address stands in no row of the count.
    const rows = (await principals.dump()).filter(({ pk }) => pk === `${company}#RATES`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(email)
  })
})

describe('pages by number', () => {
  test('far behind are thirty for a company; nearer ones, the cursor and other companies are not concerned', async () => {
    const { admin, user, other } = await principals.cast()
    await admin.newList('A única')
    const page = (who: ApiClient, number: number) =>
      who.send<{ records: unknown[]; hasMore: boolean }>('GET', `/contact-lists?pageNumber=${number}`)
    for (let asked = 0; asked < CALL_LIMITS['far-pages'].company; asked++) {
      const { status, body } = await page(asked % 2 === 0 ? admin : user, FAR_PAGE + 1 + asked)
      expect({ status, body }).toMatchObject({ status: 200, body: { records: [], hasMore: false } })
    }
    const answer = await page(admin, FAR_PAGE + 1)
    expect(answer).toMatchObject(THROTTLED)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(await page(user, 100_000)).toMatchObject(THROTTLED)
    expect((await page(admin, FAR_PAGE)).status).toBe(200)
    expect((await page(admin, 1)).body.records).toHaveLength(1)
    expect((await page(other, FAR_PAGE + 1)).status).toBe(200)
  })
})
