import { CALL_LIMITS, FAR_PAGE, MAILS_TO_ONE, type Rate } from '@recado/shared/http/limits'
import { keyIn } from '@recado/shared/table/table'
import type { CountedWindow } from '@recado/shared/table/window'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ApiClient } from '../support/api-client.ts'
import type { Cast } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const THROTTLED = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } }

const { principals } = sharedSystem()
let cast: Cast

/** As many calls as are taken have been made: of a user, or of the company by its other users. */
async function used(who: ApiClient, rate: Rate, by: 'user' | 'company'): Promise<void> {
  const { id, companyId } = await who.call('me')
  const limit: { user?: number; company: number; windowMs: number } = CALL_LIMITS[rate]
  const sk = by === 'user' ? `${rate}#${id}` : rate
  const endsAt = Date.now() + limit.windowMs
  await principals.tenant(companyId).put({
    ...keyIn<CountedWindow>('RATES', sk),
    count: limit[by] ?? 0,
    endsAt,
    expiresAt: Math.ceil(endsAt / 1000),
  })
}

let named = 0
const anEmail = () => `pessoa-${++named}-${Date.now()}@exemplo.test`
const aFile = () => new File(['nome,numero\nAna,5511955560001\n'], 'contatos.csv')

const CALLS: [what: string, Rate, (who: ApiClient) => Promise<Answer>, number][] = [
  [
    'a place for a file',
    'uploads',
    (who) =>
      who.attempt('createUpload', {
        purpose: 'import',
        fileName: 'a.csv',
        contentType: 'text/csv',
        bytes: 30,
      }),
    201,
  ],
  ['a call with a file in it', 'uploads', (who) => who.attempt('previewImport', { file: aFile() }), 200],
  ['a new list', 'lists', (who) => who.attempt('createContactList', { name: 'Clientes' }), 201],
  ['a test of a connection', 'connection-tests', (who) => who.attempt('testConnection'), 404],
  ['a search', 'searches', (who) => who.attempt('listContactLists', { searchParam: 'cli' }), 200],
  ['a ticket for a socket', 'sockets', (who) => who.attempt('createSocketTicket'), 201],
  [
    'a message to a customer',
    'messages',
    (who) =>
      who.attempt('sendMessage', {
        ticketId: 'T1',
        clientId: crypto.randomUUID(),
        seenAt: new Date().toISOString(),
        content: { type: 'text', text: 'Oi' },
      }),
    404,
  ],
  ['a note', 'desk', (who) => who.attempt('createNote', { ticketId: 'T1', text: 'Oi', mentions: [] }), 404],
  ['an invitation by mail', 'mails', (who) => who.attempt('createInvitation', { email: anEmail() }), 201],
  [
    'a user who is mailed a link',
    'mails',
    (who) => who.attempt('createUser', { name: 'Colega', email: anEmail() }),
    201,
  ],
]

describe('a limit of calls', () => {
  beforeAll(async () => {
    cast = await principals.cast()
  })

  test.each(CALLS)('a user’s limit does not affect another user: %s', async (_, rate, call, success) => {
    const [one, other] = [await principals.signedIn(cast.company), await principals.signedIn(cast.company)]
    expect((await call(one)).status).toBe(success)
    await used(one, rate, 'user')
    const answer = await call(one)
    expect(answer).toMatchObject(THROTTLED)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(CALL_LIMITS[rate].windowMs / 1200)
    expect((await call(other)).status).toBe(success)
  })

  test.each(CALLS)(
    'a company’s limit does not affect another company: %s',
    async (_, rate, call, success) => {
      const company = await principals.company()
      const [one, other] = [await principals.signedIn(company), await principals.signedIn(company)]
      expect((await call(one)).status).toBe(success)
      await used(one, rate, 'company')
      expect(await call(other)).toMatchObject(THROTTLED)
      expect((await call(cast.other)).status).toBe(success)
    },
  )

  test('an invalid call does not count for a limit', async () => {
    const who = await principals.signedIn(cast.company)
    await used(who, 'lists', 'user')
    expect(await who.attempt('createContactList', { name: '' })).toMatchObject({ status: 400 })
  })

  test('lists without a search and invitations without mail are not limited', async () => {
    const who = await principals.signedIn(cast.company)
    await used(who, 'searches', 'user')
    await used(who, 'mails', 'user')
    for (const searchParam of [undefined, '', ' '])
      expect((await who.attempt('listContactLists', { searchParam })).status, searchParam).toBe(200)
    expect((await who.attempt('createInvitation')).status).toBe(201)
  })
})

describe('mails to one person', () => {
  test('a company mails one address five times an hour, in any spelling and from any user', async () => {
    const { admin, other, company } = await principals.cast()
    const email = anEmail()
    const colleague = await principals.signedIn(company)
    const invited = async (by: ApiClient, to: string) =>
      (await by.attempt('createInvitation', { email: to })).status
    for (let sent = 0; sent < MAILS_TO_ONE.limit; sent++) expect(await invited(admin, email)).toBe(201)
    expect(await invited(admin, email)).toBe(429)
    expect(await invited(colleague, email.toUpperCase())).toBe(429)
    expect(await colleague.attempt('createUser', { name: 'Colega', email })).toMatchObject(THROTTLED)
    expect(await invited(admin, anEmail())).toBe(201)
    expect(await invited(other, email)).toBe(201)
    // The address stands in no row of the count.
    const rows = (await principals.dump()).filter(({ pk }) => pk === `${company}#RATES`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(email)
  })
})

describe('pages by number', () => {
  test('a company asks for thirty far pages, and near pages and other companies are not limited', async () => {
    const { admin, user, other } = await principals.cast()
    await admin.newList('A única')
    const page = (who: ApiClient, number: number) => who.attempt('listContactLists', { pageNumber: number })
    for (let asked = 0; asked < CALL_LIMITS['far-pages'].company; asked++) {
      const { status, body } = await page(asked % 2 === 0 ? admin : user, FAR_PAGE + 1 + asked)
      expect({ status, body }).toMatchObject({ status: 200, body: { records: [], hasMore: false } })
    }
    const answer = await page(admin, FAR_PAGE + 1)
    expect(answer).toMatchObject(THROTTLED)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(await page(user, 100_000)).toMatchObject(THROTTLED)
    expect((await page(admin, FAR_PAGE)).status).toBe(200)
    expect((await admin.call('listContactLists', { pageNumber: 1 })).records).toHaveLength(1)
    expect((await page(other, FAR_PAGE + 1)).status).toBe(200)
  })
})
