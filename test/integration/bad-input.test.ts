import { errorBody, pathParamsOf } from '@recado/shared/http/contract'
import type { Row } from '@recado/shared/table/table'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { BROKEN, badBodies } from '../support/bad-bodies.ts'
import { rawRequest } from '../support/raw-http.ts'
import { routes, sampleOf } from '../support/sample-requests.ts'
import { ownSystem } from '../support/test-system.ts'
import { aWorld, type World } from '../support/worlds.ts'

const { system, principals } = ownSystem()
let admin: ApiClient
let world: World
let before: Row[]
let requests = 0

beforeAll(async () => {
  const company = await principals.company()
  world = await aWorld(principals.tenant(company))
  // No caller is refused before the input is read.
  admin = await principals.signedIn(company, { isSuper: true })
  before = await principals.dump()
})

const withBody = routes.filter(({ route }) => route.body !== undefined)
const named = withBody.map((each) => [`${each.route.method} ${each.route.path}`, each] as const)

const authorization = () => ({ authorization: `Bearer ${admin.token}` })

/** What must not stand in an answer: where in the code it went wrong, or what the code is made of. */
const INNARDS =
  /\bat [\w.<>]+ \(|\.ts:\d|node_modules|node:internal|ZodError|SyntaxError|TypeError|"stack"|issues|dynamodb/i

async function expectRefused(what: string, answer: { status: number; text: string }): Promise<void> {
  requests++
  expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
  expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
  expect(answer.text, what).not.toMatch(INNARDS)
  const body = errorBody.strict().safeParse(JSON.parse(answer.text))
  expect(body.success, `${what}: ${answer.text.slice(0, 200)}`).toBe(true)
  expect(body.data?.error, what).toMatch(/^ERR_[A-Z_]+$/)
  expect(body.data?.message, what).toMatch(/^[A-Z].{5,100}$/)
}

/** A text that cannot be stored is named by its path. */
function expectBroken(what: string, text: string, path: string): void {
  expect(JSON.parse(text), what).toMatchObject({
    error: 'ERR_VALIDATION',
    details: [{ path, code: 'broken_text' }],
  })
}

/** The address of a call about the things of the world. */
const addressOf = ({ path }: (typeof routes)[number]['route']) =>
  path.replace(/\{(\w+)\}/g, (_, name: keyof World) => world[name])

describe('a body that is wrong', () => {
  test('every route with a body is tried with wrong bodies', () => {
    expect(withBody.length).toBeGreaterThanOrEqual(10)
  })

  test.each(named)('a wrong body is refused by %s', async (_, each) => {
    const params = pathParamsOf(each.route.path)
    const path = addressOf(each.route)
    const sample = Object.fromEntries(
      Object.entries(sampleOf(each, world, '01ARZ3NDEKTSV4RRFFQ69G5FAV')).filter(
        ([name]) => !params.includes(name),
      ),
    )
    expect(each.route.body?.safeParse(sample).success, 'the sample itself is right').toBe(true)
    for (const { what, contentType, bytes, broken } of badBodies(
      each.route,
      sample,
      withBody.indexOf(each),
    )) {
      const response = await fetch(`${system.origin}/api${path}`, {
        method: each.route.method,
        headers: { ...authorization(), ...(contentType !== undefined && { 'content-type': contentType }) },
        body: bytes,
      })
      const text = await response.text()
      await expectRefused(`${what} to ${each.name}`, { status: response.status, text })
      if (broken !== undefined) expectBroken(`${what} to ${each.name}`, text, broken)
      expect(response.headers.get('content-type'), what).toContain('application/json')
    }
  })

  test('a refusal names every wrong field', async () => {
    const body = {
      name: 'x',
      whatsappId: world.whatsappId,
      contactListId: 7,
      message1: 'x'.repeat(5000),
      extra: 1,
    }
    const { details } = errorBody.parse((await admin.send('POST', '/campaigns', body)).body)
    expect(details?.map(({ path }) => path).sort()).toEqual(['contactListId', 'extra', 'message1', 'name'])
  })

  test('a body over ten megabytes is refused', async () => {
    const response = await fetch(`${system.origin}/api/campaigns`, {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json' },
      body: new Uint8Array(10 * 1024 * 1024 + 1),
    }).catch(() => undefined)
    // The answer may come while the rest of the body is still being sent, which some clients take for an error.
    if (response)
      await expectRefused('eleven megabytes', { status: response.status, text: await response.text() })
    expect((await fetch(`${system.origin}/api/health`)).status).toBe(200)
  })
})

describe('a form that is wrong', () => {
  const file = new Blob(['nome,numero\nMaria,5511912340001\n'])
  const formWith = (fields: [string, string | Blob][]) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return form
  }
  test.each(BROKEN)('a form with %s in a field or a name is refused', async (what, text) => {
    const url = `${system.origin}/api/contact-lists/${world.contactListId}/upload`
    // A form carries text as UTF-8; half a surrogate pair comes as JSON in one of its fields.
    const consent = JSON.stringify({ source: 'CUSTOMER', date: '2026-01-31', note: text })
    const sent: [path: string, field: string, value: string][] = [['consent.note', 'consent', consent]]
    if (text.isWellFormed()) sent.push(['importDuplicated', 'importDuplicated', text])
    for (const [path, field, value] of sent) {
      const form = formWith([
        [field, value],
        ['file', file],
      ])
      const response = await fetch(url, { method: 'POST', headers: authorization(), body: form })
      const answer = await response.text()
      await expectRefused(`${what} in ${path}`, { status: response.status, text: answer })
      expectBroken(what, answer, path)
    }
  })

  const BOUNDARY = 'multipart/form-data; boundary=x'

  test.for([
    ['that is empty', formWith([])],
    ['without a file', formWith([['importDuplicated', 'true']])],
    ['with the file under another name', formWith([['planilha', file]])],
    ['with a text for a file', formWith([['file', 'nome,numero']])],
    [
      'with a flag that is none',
      formWith([
        ['importDuplicated', 'talvez'],
        ['file', file],
      ]),
    ],
    [
      'with a field nobody knows',
      formWith([
        ['companyId', 'x'],
        ['file', file],
      ]),
    ],
    [
      'with a field called __proto__',
      formWith([
        ['__proto__', 'x'],
        ['file', file],
      ]),
    ],
    ['with a file for a flag', formWith([['importDuplicated', file]])],
  ] as const)('a form %s is refused', async ([what, form]) => {
    const url = `${system.origin}/api/contact-lists/${world.contactListId}/upload`
    const response = await fetch(url, { method: 'POST', headers: authorization(), body: form })
    await expectRefused(what, { status: response.status, text: await response.text() })
  })

  test.for([
    ['without its boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
    [
      'with another boundary',
      BOUNDARY,
      '--y\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--y--\r\n',
    ],
    ['cut off', BOUNDARY, '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nnome'],
    ['without a name', BOUNDARY, '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n'],
    ['without a disposition', BOUNDARY, '--x\r\n\r\nx\r\n--x--\r\n'],
    ['of nothing', BOUNDARY, ''],
    ['of JSON', BOUNDARY, '{"uploadId":"x"}'],
  ] as const)('a form %s is refused', async ([what, contentType, body]) => {
    const url = `${system.origin}/api/contact-lists/${world.contactListId}/upload`
    const headers = { ...authorization(), 'content-type': contentType }
    const response = await fetch(url, { method: 'POST', headers, body: new TextEncoder().encode(body) })
    await expectRefused(what, { status: response.status, text: await response.text() })
  })
})

describe('a path that is wrong', () => {
  const UNDER_CAMPAIGNS = [
    '%2e%2e',
    '..%2f..%2fhealth',
    '%2fetc%2fpasswd',
    'a%2Fb',
    '%00',
    'a%00b',
    '%ff',
    '%c0%af',
    '%',
    '%zz',
    '%u0041',
    '<script>',
    '%3Cscript%3E',
    "'%20OR%20'1'='1",
    '{campaignId}',
    '*',
    '$',
    'a;b=c',
    'a:b',
    'a%23b',
    'a%7Cb',
    '%0d%0aX:1',
    'a%C3%A7%C3%A3o',
    'a%20b',
    '%E2%80%AE',
    '__proto__/x',
  ]

  test.for(UNDER_CAMPAIGNS)('/campaigns/%s is refused', async (id) => {
    for (const method of ['GET', 'DELETE']) {
      await expectRefused(
        `${method} ${id}`,
        await rawRequest(system, `${method} /api/campaigns/${id}`, authorization()),
      )
    }
  })

  test('an id that is far too long is refused', async () => {
    for (const id of ['a'.repeat(65), 'a'.repeat(2000), '%41'.repeat(500)])
      await expectRefused(
        `${id.length} characters`,
        await rawRequest(system, `GET /api/campaigns/${id}`, authorization()),
      )
  })

  test.for([
    '/api',
    '/api/',
    '/api//',
    '/api//health',
    '/api/health/x',
    '/api/Health',
    '/api/api/health',
    '/api/auth',
    '/api/.well-known',
    '/api/openapi.json/x',
    '/api/../api/nothing',
    '/api/?x',
    '/api/campaigns/x/y/z',
    '/api/whatsappsession',
    '/api/__proto__',
    '/api/constructor',
  ])('the unknown path %s answers 404', async (path) => {
    const answer = await rawRequest(system, `GET ${path}`, authorization())
    await expectRefused(path, answer)
    expect(answer.status).toBe(404)
  })

  test.for(['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'])(
    'the method %s is refused',
    async (method) => {
      for (const path of ['/campaigns', `/campaigns/${world.campaignId}`, '/auth/login'])
        await expectRefused(
          `${method} ${path}`,
          await rawRequest(system, `${method} /api${path}`, authorization()),
        )
    },
  )

  test('the server survives malformed request lines', async () => {
    const lines = [
      '//',
      '///',
      '//x',
      '//evil.example/api/health',
      '/\\',
      '/api\\health',
      '*',
      'http://[',
      'http://evil.example/api/x',
      '/%',
      '/?%',
      '/#',
      '/api/%zz?%zz=%zz',
      '/api/%2e%2e/health',
    ]
    for (const line of lines) {
      const { status } = await rawRequest(system, `GET ${line}`, authorization())
      // 503: the app's pages, where they have not been built.
      expect([200, 400, 404, 503], line).toContain(status)
      requests++
    }
    for (const line of ['//ws?t=x', '/ws/', '/ws?t=%zz&t=%00', '//']) {
      const { status } = await rawRequest(system, `GET ${line}`, {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'c2l4dGVlbiBieXRlcyAuLg==',
        origin: system.origin,
      })
      expect(status, line).toBeGreaterThanOrEqual(400)
      expect(status, line).toBeLessThan(500)
      requests++
    }
    expect((await rawRequest(system, `GET /api/campaigns/${'a'.repeat(20_000)}`)).status).toBe(431)
    expect((await fetch(`${system.origin}/api/health`)).status).toBe(200)
  })
})

describe('a query that is wrong', () => {
  const LISTS = [
    '/campaigns',
    '/contact-lists',
    '/contact-list-items?contactListId={list}',
    '/campaigns/{campaign}/shippings',
  ]
  const QUERIES = [
    'pageNumber=0',
    'pageNumber=-1',
    'pageNumber=1.5',
    'pageNumber=x',
    'pageNumber=',
    'pageNumber=100001',
    'pageNumber=1e99',
    'pageNumber=Infinity',
    'pageNumber=NaN',
    'pageNumber=1,2',
    'pageNumber=%00',
    'pageNumber[]=1',
    'pageNumber=1&pageNumber=2',
    'cursor=x',
    'cursor=x.y',
    'cursor=..',
    'cursor=%00',
    `cursor=${'A'.repeat(513)}`,
    `cursor=MDFB.${'A'.repeat(43)}`,
    `searchParam=${'x'.repeat(101)}`,
    'companyid=x',
    '__proto__=x',
    'constructor=x',
    'x=y',
  ]

  test.for(LISTS)('a wrong query of %s is refused', async (list) => {
    const path = list.replace('{list}', world.contactListId).replace('{campaign}', world.campaignId)
    for (const query of QUERIES) {
      const line = `GET /api${path}${path.includes('?') ? '&' : '?'}${query}`
      const answer = await rawRequest(system, line, authorization())
      await expectRefused(line, answer)
      expect(answer.status, line).toBe(400)
    }
  })

  test.for([
    '/campaigns?type=OTHER',
    '/campaigns?type=',
    '/contact-lists?type=private',
    '/contact-lists/list?companyId=a%2Fb',
    '/contact-list-items',
    '/contact-list-items?contactListId=',
    '/contact-list-items?contactListId=a%20b',
    '/contact-list-items?contactListId={list}&valid=maybe',
    '/campaigns/{campaign}/shippings?status=SENT',
    '/whatsapp?other=1',
  ])('the query %s is refused', async (path) => {
    const real = path.replace('{list}', world.contactListId).replace('{campaign}', world.campaignId)
    await expectRefused(path, await rawRequest(system, `GET /api${real}`, authorization()))
  })

  const asked = routes.filter(({ route }) => route.query !== undefined)
  test.each(asked.map((each) => [`${each.route.method} ${each.route.path}`, each] as const))(
    'a query of %s with text that cannot be stored is refused',
    async (_, { route }) => {
      for (const field of Object.keys(route.query?.shape ?? {})) {
        const line = `${route.method} /api${addressOf(route)}?${field}=a%00b`
        const answer = await rawRequest(system, line, authorization())
        await expectRefused(line, answer)
        expectBroken(line, answer.text, field)
        // A call that changes something would carry out what is left of such a text.
        if (route.method !== 'GET') continue
        // Bytes that are no UTF-8, a half of a surrogate pair among them, are never a failure of ours.
        for (const bytes of ['%ED%A0%BD', '%ff', '%ED%B8%80x']) {
          const { status } = await rawRequest(system, line.replace('a%00b', bytes), authorization())
          expect(status, `${line}: ${bytes}`).toBeLessThan(500)
        }
      }
    },
  )

  test.each(BROKEN)('contacts in a query with %s are refused', async (what, name) => {
    const contacts = encodeURIComponent(JSON.stringify([{ name }]))
    const line = `GET /api/contact-lists/export-group-contacts?contacts=${contacts}`
    const answer = await rawRequest(system, line, authorization())
    await expectRefused(what, answer)
    expectBroken(what, answer.text, 'contacts.0.name')
  })

  test('a page far behind the last one is empty', async () => {
    for (const list of LISTS) {
      const path = list.replace('{list}', world.contactListId).replace('{campaign}', world.campaignId)
      const { body } = await admin.send('GET', `${path}${path.includes('?') ? '&' : '?'}pageNumber=100000`)
      expect(body, list).toMatchObject({ hasMore: false, nextCursor: null })
    }
  })
})

test('malformed requests changed no row', async () => {
  console.info(`${requests} malformed requests`)
  expect(requests).toBeGreaterThanOrEqual(2000)
  // Calls that were tried stand in the trail, and are counted where they cost much. The sweep begins its daily round.
  const isTrail = ({ pk }: Row) => /#(AUDIT|RATES|RETENTION)$/.test(pk)
  expect((await principals.dump()).filter((row) => !isTrail(row))).toEqual(
    before.filter((row) => !isTrail(row)),
  )
})
