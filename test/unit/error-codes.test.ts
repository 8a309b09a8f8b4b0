import { openApiDocument } from '@recado/shared/api/openapi'
import { allRoutes } from '@recado/shared/api/routes'
import { ERROR_CODES, type ErrorCode } from '@recado/shared/errors/error-codes'
import { DomainError } from '@recado/shared/errors/errors'
import { codesOf, generalCodesOf } from '@recado/shared/http/codes-of'
import type { Route } from '@recado/shared/http/contract'
import { expect, test } from 'vitest'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { type SourceFile, sourceFiles } from '../support/source-files.ts'

const register = Object.keys(ERROR_CODES).sort()
const routes: { name: string; route: Route }[] = allRoutes()
const routeNamed = (wanted: string): Route => {
  const found = routes.find(({ name }) => name === wanted)
  if (!found) throw new Error(`There is no route ${wanted}`)
  return found.route
}

// The simulator has an API and codes of its own.
const files = sourceFiles().filter(
  ({ path, area }) => area !== 'simulator' && !path.startsWith('shared/src/errors/'),
)
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const codesIn = (text: string): string[] => text.match(/\bERR_[A-Z_\d]+\b/g) ?? []

test('the register has every error code in the source, except codes of libraries', () => {
  const OF_LIBRARIES = /^ERR_(JWKS|JOSE|OSSL)_/
  const PREFIX = /startsWith\('\w+'\)|`ERR_\w+\$\{string\}`/g
  const named = files.flatMap(({ text }) => codesIn(text.replace(COMMENT, '').replace(PREFIX, '')))
  expect([...new Set(named)].filter((code) => !OF_LIBRARIES.test(code) && !register.includes(code))).toEqual(
    [],
  )
})

test('the source throws or writes every code of the register', () => {
  const thrown = new Set(files.flatMap(thrownIn))
  expect(register.filter((code) => !thrown.has(code))).toEqual([])
})

test.each([
  ['Portuguese', pt],
  ['English', en],
  ['Spanish', es],
])('the codes with a text in %s are those of the register', (_, texts) => {
  const codes = Object.keys(texts).flatMap((key) => /^errors\.(ERR_\w+)$/.exec(key)?.[1] ?? [])
  expect(codes.sort()).toEqual(register)
})

test('every code of the register has a doc comment', () => {
  const sources = sourceFiles().filter(({ path }) => path.startsWith('shared/src/errors/'))
  const described = sources.flatMap(({ text }) =>
    [...text.matchAll(/\*\/\n\s+(ERR_\w+): \[/g)].map(([, code]) => code),
  )
  expect(described.sort()).toEqual(register)
})

/** Codes that a file throws or stores. Comparisons, look-ups of texts and lists of codes do not count. */
function thrownIn({ path, area, text }: SourceFile): string[] {
  const code = text.replace(COMMENT, '')
  if (area === 'web')
    return [...code.matchAll(/new ApiError\([^)]*?'(ERR_\w+)'/g)].flatMap(([, found]) => found ?? [])
  if (!['shared', 'functions', 'fargate-session'].includes(area)) return []
  if (/(routes|codes-of)\.ts$/.test(path)) return []
  return codesIn(code.replace(/[!=]== '\w+'/g, ''))
}

test('a route does not list a code that follows from its kind', () => {
  const twice = routes.filter(({ route }) => new Set(codesOf(route)).size < codesOf(route).length)
  expect(twice.map(({ name }) => name)).toEqual([])
})

test('a route lists only codes that a DomainError can have', () => {
  const own = new Set(routes.flatMap(({ route }) => route.errors ?? []))
  const never: ErrorCode[] = [...own].filter((code) => ERROR_CODES[code].length === 0)
  expect(never).toEqual([])
})

test('every code of the register belongs to a route, except codes that no route answers', () => {
  const answered = new Set<string>(routes.flatMap(({ route }) => codesOf(route)))
  expect(register.filter((code) => !answered.has(code))).toEqual([
    'ERR_EXPORT_FAILED',
    'ERR_GROUP_FETCH_FAILED',
    'ERR_GROUP_FETCH_LOST',
    'ERR_IMPORT_CANCELLED',
    'ERR_IMPORT_LOST',
    'ERR_NETWORK',
    'ERR_NO_ROUTE',
    'ERR_UNAVAILABLE',
  ])
})

test('the kind of a route decides its general codes', () => {
  expect(codesOf(routeNamed('health'))).toEqual(['ERR_ORIGIN', 'ERR_INTERNAL'])
  expect(generalCodesOf(routeNamed('login'))).toEqual([
    'ERR_ORIGIN',
    'ERR_INTERNAL',
    'ERR_VALIDATION',
    'ERR_BODY_TOO_LARGE',
    'ERR_CONTENT_TYPE',
    'ERR_BUSY',
  ])
  const SIGNED_IN = [
    'ERR_SESSION_EXPIRED',
    'ERR_SESSION_REPLACED',
    'ERR_COMPANY_UPDATED',
    'ERR_COMPANY_CHANGED',
  ]
  expect(generalCodesOf(routeNamed('listSettings'))).toEqual(['ERR_ORIGIN', 'ERR_INTERNAL', ...SIGNED_IN])
  expect(generalCodesOf(routeNamed('startCampaign'))).toEqual([
    'ERR_ORIGIN',
    'ERR_INTERNAL',
    'ERR_VALIDATION',
    ...SIGNED_IN,
    'ERR_NO_PERMISSION',
    'ERR_SUPPORT_READ_ONLY',
    'ERR_BUSY',
    'ERR_COMPANY_OVERDUE',
    'ERR_TOO_MANY_REQUESTS',
    'ERR_IDEMPOTENCY_KEY_REUSED',
    'ERR_IN_PROGRESS',
  ])
  expect(generalCodesOf(routeNamed('importContacts'))).toContain('ERR_UPLOAD_TOO_LARGE')
  expect(generalCodesOf(routeNamed('createUser'))).toContain('ERR_SUPPORT_NO_USERS')
  expect(generalCodesOf(routeNamed('createUser'))).toContain('ERR_NO_COMPANY_FOUND')
  expect(generalCodesOf(routeNamed('endSupport'))).not.toContain('ERR_SUPPORT_READ_ONLY')
})

test('a code outside the register, and a kind that the code does not have, do not compile', () => {
  // @ts-expect-error There is no such code.
  expect(new DomainError('conflict', 'ERR_UNKNOWN', '')).toBeInstanceOf(DomainError)
  // @ts-expect-error A plan in use is a conflict.
  expect(new DomainError('not-found', 'ERR_PLAN_IN_USE', '')).toBeInstanceOf(DomainError)
  // @ts-expect-error No call answers it.
  expect(new DomainError('conflict', 'ERR_NETWORK', '')).toBeInstanceOf(DomainError)
  expect(new DomainError('conflict', 'ERR_PLAN_IN_USE', '').code).toBe('ERR_PLAN_IN_USE')
})

test('every body of a route shows whether it names a company', () => {
  const opaque = routes.filter(({ route }) => route.body && !('shape' in route.body))
  // Its three kinds of file name none.
  expect(opaque.map(({ name }) => name)).toEqual(['createUpload'])
})

test('the OpenAPI document lists every code of every route, by status', () => {
  const { paths } = openApiDocument('1')
  const operations: { operationId: string; responses: Record<string, Described> }[] = Object.values(
    Object(paths),
  ).flatMap((methods) => Object.values(Object(methods)))
  const listed = new Map(operations.map(({ operationId, responses }) => [operationId, responses]))
  for (const { name, route } of routes) {
    const responses = Object.entries(listed.get(name) ?? {}).filter(([status]) => Number(status) >= 400)
    const codes = responses.flatMap(([, response]) => enumOf(response))
    expect([...new Set(codes)].sort(), name).toEqual(codesOf(route).sort())
  }
  const login = listed.get('login')
  expect(enumOf(login?.['401'])).toEqual([
    'ERR_INVALID_CREDENTIALS',
    'ERR_COMPANY_INACTIVE',
    'ERR_TOTP_REQUIRED',
    'ERR_TOTP_INVALID',
  ])
  expect(enumOf(login?.['500'])).toEqual(['ERR_INTERNAL'])
  expect(enumOf(listed.get('me')?.['403'])).toEqual(['ERR_ORIGIN', 'ERR_SESSION_EXPIRED'])
})

interface Described {
  content?: { 'application/json'?: { schema?: { properties?: { error?: { enum?: string[] } } } } }
}

const enumOf = (response: Described | undefined): string[] =>
  response?.content?.['application/json']?.schema?.properties?.error?.enum ?? []
