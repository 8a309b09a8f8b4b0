import middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import httpSecurityHeaders from '@middy/http-security-headers'
import { mayCall } from '@recado/shared/access'
import { isOverdue } from '@recado/shared/companies/overdue'
import { DomainError, STATUS_OF_KIND } from '@recado/shared/errors'
import {
  countsFor,
  type ErrorBody,
  exportBegun,
  FILE,
  FILE_OR_EXPORT,
  type FileAnswer,
  type InputOf,
  isRecorded,
  type ResponseOf,
  type Route,
  type Routes,
  ratesOf,
} from '@recado/shared/http/contract'
import { limitOf } from '@recado/shared/http/limits'
import type { Actor } from '@recado/shared/sessions/session'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type * as z from 'zod'
import { recorded } from '../audit/recorded.ts'
import { environment, log, ports } from '../context.ts'
import { actorOf } from '../sessions/actor.ts'
import { noAccountsForSupport } from '../users/support-limits.ts'
import { Exchange } from './exchange.ts'
import { answeredOnce } from './idempotency.ts'
import { inputOf } from './input.ts'
import { requireOwnCompany } from './own-company.ts'
import { countCall } from './rates.ts'

/** Who calls: someone signed in, or nobody known on a public route. */
type ActorOf<R extends Route> = R['access'] extends 'public' ? undefined : Actor

/** One function per route: a missing one does not compile. */
export type Handlers<R extends Routes> = {
  [K in keyof R]: (
    input: InputOf<R[K]>,
    actor: ActorOf<R[K]>,
    exchange: Exchange,
  ) => Promise<ResponseOf<R[K]>>
}

/**
 * The Lambda of one domain. The only place that authorises, parses, checks answers and maps errors:
 * who may call is decided before the input is looked at, and both before anything is done.
 * @param domain the routes' name in the route table, under which their calls stand in the audit trail
 */
export function serve<R extends Routes>(domain: string, routes: R, handlers: Handlers<R>) {
  const byKey = new Map(
    Object.entries(routes).map(([name, route]) => [`${route.method} ${route.path}`, { name, route }]),
  )
  // The route table's types tie a handler to its route's input, actor and answer.
  const handlerOf = (name: string) =>
    handlers[name] as (...args: [object, Actor | undefined, Exchange]) => Promise<unknown>
  const answerTo = async (event: APIGatewayProxyEventV2, exchange: Exchange) => {
    try {
      requireOrigin(event)
      const called = byKey.get(event.routeKey)
      if (!called) throw new DomainError('not-found', 'ERR_NO_ROUTE', 'There is no such call')
      const { route, name } = called
      const actor = await authorised(route, event)
      exchange.companyId = actor?.companyId
      const forgive = async (body: unknown) => {
        if (route.method !== 'PUT' || !actor) return body
        const { withoutUnchanged } = await import('./unchanged-fields.ts')
        const call = (reading: string, given: object) => handlerOf(reading)(given, actor, exchange)
        return withoutUnchanged({ route, event, actor, routes, call }, body)
      }
      const input = await inputOf(route, event, forgive)
      requireOwnCompany(input, actor)
      const carryOut = () => handlerOf(name)(input, actor, exchange)
      const call = actor &&
        isRecorded(route) && { route, action: `${domain}.${name}`, input, actor, exchange }
      const answer = async () => {
        await requireRate(route, input, actor)
        return answerOf(route, await (call ? recorded(call, carryOut) : carryOut()), exchange)
      }
      return await answeredOnce(route, event, actor, answer)
    } catch (error) {
      return failureOf(error, exchange)
    }
  }
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(httpHeaderNormalizer())
    .use(httpSecurityHeaders(SECURITY_HEADERS))
    .handler(async (event) => {
      const begun = ports.now()
      const exchange = new Exchange(event)
      const answered = await answerTo(event, exchange)
      const { requestId, companyId } = exchange
      const { statusCode: status } = answered
      log.info('called', { requestId, companyId, route: event.routeKey, status, ms: ports.now() - begun })
      return answered
    })
}

/** For answers that are data: nothing in them is ever to be run or framed. */
const SECURITY_HEADERS = {
  contentSecurityPolicy: { 'default-src': "'none'", 'frame-ancestors': "'none'" },
  permissionsPolicy: false,
} as const

/** Requests come through CloudFront, which knows the secret, or not at all. */
function requireOrigin(event: APIGatewayProxyEventV2): void {
  const { ORIGIN_SECRET } = environment
  if (ORIGIN_SECRET && event.headers['x-origin-secret'] !== ORIGIN_SECRET) {
    throw new DomainError('forbidden', 'ERR_ORIGIN', 'Not a request of this deployment')
  }
}

async function authorised(route: Route, event: APIGatewayProxyEventV2): Promise<Actor | undefined> {
  if (route.access === 'public') return undefined
  const actor = await actorOf(event.headers.authorization)
  requireSameCompany(event.headers['x-company'], actor)
  if (!mayCall(actor, route.access)) {
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'You are not permitted to do this')
  }
  requireMayChange(route, actor)
  if (route.sends && isOverdue(actor, ports.now())) {
    throw new DomainError(
      'payment-required',
      'ERR_COMPANY_OVERDUE',
      'The company has to pay before it can send',
    )
  }
  return actor
}

async function requireRate(route: Route, input: object, actor: Actor | undefined): Promise<void> {
  if (!actor) return
  for (const rate of ratesOf(route))
    if (limitOf(rate).countedBy === 'serve' && countsFor(rate, input)) await countCall(rate, actor)
}

/**
 * Access for support begins and ends while a page is open: what was meant for one company must not be done in
 * another. @param meant where the page takes its user to be, if it says so
 */
function requireSameCompany(meant: string | undefined, { companyId }: Actor): void {
  if (meant === undefined || meant === companyId) return
  throw new DomainError('conflict', 'ERR_COMPANY_CHANGED', 'You work in another company by now')
}

/** Access for support is for reading, unless more was granted, and never reaches accounts. */
function requireMayChange({ method, readOnly, ofAccounts }: Route, { support }: Actor): void {
  if (!support || readOnly || method === 'GET') return
  if (!support.mayChange) {
    throw new DomainError(
      'forbidden',
      'ERR_SUPPORT_READ_ONLY',
      'This access for support is for reading alone',
    )
  }
  if (ofAccounts) throw noAccountsForSupport()
}

function answerOf(route: Route, result: unknown, exchange: Exchange): APIGatewayProxyStructuredResultV2 {
  const { setCookies: cookies } = exchange
  if (route.response === FILE) return fileOf(result as FileAnswer)
  const begun = route.response === FILE_OR_EXPORT ? exportBegun.safeParse(result).data : undefined
  if (route.response === FILE_OR_EXPORT && !begun) return fileOf(result as FileAnswer)
  const body = begun ?? (route.response as z.ZodType).parse(result)
  const statusCode = begun ? 202 : (route.status ?? 200)
  if (body === undefined) return { statusCode, headers: NEVER_STORED, cookies }
  return { statusCode, headers: { ...NEVER_STORED, ...JSON_TYPE }, cookies, body: JSON.stringify(body) }
}

const NEVER_STORED = { 'cache-control': 'no-store' }
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

const fileOf = ({ fileName, contentType, bytes }: FileAnswer): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 200,
  headers: {
    ...NEVER_STORED,
    'content-type': contentType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  },
  isBase64Encoded: true,
  body: Buffer.from(bytes).toString('base64'),
})

function failureOf(error: unknown, exchange: Exchange): APIGatewayProxyStructuredResultV2 {
  const { requestId, setCookies: cookies } = exchange
  const headers = { ...NEVER_STORED, ...JSON_TYPE, 'x-request-id': requestId }
  const answer = (statusCode: number, body: ErrorBody, more = {}) => ({
    statusCode,
    headers: { ...headers, ...more },
    cookies,
    body: JSON.stringify(body),
  })
  if (error instanceof DomainError) {
    const { kind, code, message, details, retryAfter } = error
    const body = { error: code, message, ...(details && { details }) }
    return answer(STATUS_OF_KIND[kind], body, retryAfter ? { 'retry-after': String(retryAfter) } : {})
  }
  log.error('request failed', {
    requestId,
    companyId: exchange.companyId,
    error: error instanceof Error ? error : new Error(String(error)),
  })
  return answer(500, { error: 'ERR_INTERNAL', message: `Something went wrong here (request ${requestId})` })
}
