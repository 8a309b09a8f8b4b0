import middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import httpSecurityHeaders from '@middy/http-security-headers'
import { mayCall } from '@recado/shared/access'
import { isOverdue } from '@recado/shared/companies/overdue'
import { DomainError, notPermitted, STATUS_OF_KIND } from '@recado/shared/errors/errors'
import {
  countsFor,
  type ErrorBody,
  exportBegun,
  FILE,
  FILE_OR_EXPORT,
  type FileAnswer,
  type InputOf,
  isRecorded,
  mayFindNothing,
  type ResponseOf,
  type Route,
  type Routes,
  ratesOf,
} from '@recado/shared/http/contract'
import { limitOf } from '@recado/shared/http/limits'
import type { Actor } from '@recado/shared/sessions/session'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type * as z from 'zod'
import { environment, log, ports } from '../context.ts'
import { actorOf } from '../credentials/actor.ts'
import { noAccountsForSupport } from '../credentials/support-limits.ts'
import { Exchange } from '../http/exchange.ts'
import { answeredOnce } from '../http/idempotency.ts'
import { inputOf } from '../http/input.ts'
import { requireOwnCompany } from '../http/own-company.ts'
import { countCall } from '../http/rates.ts'
import { cameThroughCloudFront } from './came-through-cloudfront.ts'
import { declared, UndeclaredCode } from './declared.ts'
import { recorded } from './recorded.ts'

/** The caller: a signed-in user, or undefined on a public route. */
type ActorOf<R extends Route> = R['access'] extends 'public' ? undefined : Actor

/** One function per route. A missing one does not compile. */
export type Handlers<R extends Routes> = {
  [K in keyof R]: (
    input: InputOf<R[K]>,
    actor: ActorOf<R[K]>,
    exchange: Exchange,
  ) => Promise<ResponseOf<R[K]>>
}

/**
 * The Lambda of one domain. The only place that authorises, parses, checks answers and maps errors. Access is
 * checked before the input, and both before the handler runs.
 * @param domain the routes' name in the route table and in the audit trail
 */
export function serve<R extends Routes>(domain: string, routes: R, handlers: Handlers<R>) {
  const byKey = new Map(
    Object.entries(routes).map(([name, route]) => [`${route.method} ${route.path}`, { name, route }]),
  )
  // The types of the route table connect a handler with its route's input, actor and answer.
  const handlerOf = (name: string) =>
    handlers[name] as (...args: [object, Actor | undefined, Exchange]) => Promise<unknown>
  const answerTo = async (event: APIGatewayProxyEventV2, exchange: Exchange) => {
    const called = byKey.get(event.routeKey)
    try {
      requireOrigin(event)
      if (!called) throw new DomainError('not-found', 'ERR_NO_ROUTE', 'There is no such call')
      const { route, name } = called
      const actor = await authorised(route, event)
      exchange.companyId = actor?.companyId
      const call = (named: string, given: object) => handlerOf(named)(given, actor, exchange)
      const inDomain = actor && { route, event, actor, routes, call }
      const forgive = async (body: unknown) => {
        if (route.method !== 'PUT' || route.asksForChange || !inDomain) return body
        const { withoutUnchanged } = await import('../http/unchanged-fields.ts')
        return withoutUnchanged(inDomain, body)
      }
      const input = await inputOf(route, event, forgive)
      requireOwnCompany(input, actor)
      const carryOut = () => call(name, input)
      const deed = inDomain &&
        isRecorded(route) && { ...inDomain, action: `${domain}.${name}`, input, exchange }
      const answer = async () => {
        await requireRate(route, input, actor)
        return answerOf(route, await (deed ? recorded(deed, carryOut) : carryOut()), exchange)
      }
      return await answeredOnce(route, event, actor, exchange, answer)
    } catch (error) {
      return failureOf(called ? declared(called.route, error, exchange) : error, exchange)
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

/** Headers for answers that are data: they must never be executed or framed. */
const SECURITY_HEADERS = {
  contentSecurityPolicy: { 'default-src': "'none'", 'frame-ancestors': "'none'" },
  permissionsPolicy: false,
} as const

/** Refuses requests that did not come through CloudFront. */
function requireOrigin(event: APIGatewayProxyEventV2): void {
  if (!cameThroughCloudFront(event.headers, environment.ORIGIN_SECRETS))
    throw new DomainError('forbidden', 'ERR_ORIGIN', 'Not a request of this deployment')
}

async function authorised(route: Route, event: APIGatewayProxyEventV2): Promise<Actor | undefined> {
  if (route.access === 'public') return undefined
  const actor = await actorOf(event.headers.authorization)
  requireSameCompany(event.headers['x-company'], actor)
  if (!mayCall(actor, route.access)) {
    throw notPermitted()
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
 * Support access starts and ends while a page is open. A call meant for one company must not change another.
 * @param meant the company that the page shows, if it says so
 */
function requireSameCompany(meant: string | undefined, { companyId }: Actor): void {
  if (meant === undefined || meant === companyId) return
  throw new DomainError('conflict', 'ERR_COMPANY_CHANGED', 'You work in another company by now')
}

/** Support access is read-only unless more was granted, and never includes accounts. */
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
  const wasThere = route.mayExist && exchange.wasThere
  const statusCode = begun ? 202 : wasThere ? 200 : (route.status ?? 200)
  if (body === undefined)
    return { statusCode: mayFindNothing(route) ? 204 : statusCode, headers: NEVER_STORED, cookies }
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

async function failureOf(error: unknown, exchange: Exchange): Promise<APIGatewayProxyStructuredResultV2> {
  const { requestId, setCookies: cookies } = exchange
  const headers = { ...NEVER_STORED, ...JSON_TYPE, 'x-request-id': requestId }
  const answer = (statusCode: number, body: ErrorBody | Pick<ErrorBody, 'message'>, more = {}) => ({
    statusCode,
    headers: { ...headers, ...more },
    cookies,
    body: JSON.stringify(body),
  })
  if (error instanceof DomainError) {
    const { kind, code, message, details, values, retryAfter } = error
    const body = { error: code, message, ...(details && { details }), ...(values && { values }) }
    return answer(STATUS_OF_KIND[kind], body, retryAfter ? { 'retry-after': String(retryAfter) } : {})
  }
  log.error('request failed', {
    requestId,
    companyId: exchange.companyId,
    error: error instanceof Error ? error : new Error(String(error)),
  })
  // Loaded with the first failure, which few processes see.
  const { isOutage } = await import('./outages.ts')
  // Without a code, as API Gateway answers: the client may try again, and keeps its session (part 3 §1).
  if (isOutage(error))
    return answer(503, { message: `AWS is busy or down (request ${requestId})` }, { 'retry-after': '1' })
  const what = error instanceof UndeclaredCode ? error.message : 'Something went wrong here'
  return answer(500, { error: 'ERR_INTERNAL', message: `${what} (request ${requestId})` })
}
