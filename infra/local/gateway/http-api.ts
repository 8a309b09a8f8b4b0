import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { handler as announcements } from '@recado/functions/announcements/api'
import { handler as audit } from '@recado/functions/audit/api'
import { handler as campaigns } from '@recado/functions/campaigns/api'
import { handler as chats } from '@recado/functions/chats/api'
import { handler as companies } from '@recado/functions/companies/api'
import { handler as connections } from '@recado/functions/connections/api'
import { handler as contactBlocks } from '@recado/functions/contact-blocks/api'
import { handler as contactLists } from '@recado/functions/contact-lists/api'
import { handler as contacts } from '@recado/functions/contacts/api'
import { handler as dashboard } from '@recado/functions/dashboard/api'
import { handler as dataSubjects } from '@recado/functions/data-subjects/api'
import { handler as deskReport } from '@recado/functions/desk-report/api'
import { handler as exports } from '@recado/functions/exports/api'
import { handler as extractors } from '@recado/functions/extractors/api'
import { handler as helps } from '@recado/functions/helps/api'
import { handler as instances } from '@recado/functions/instances/api'
import { handler as integration } from '@recado/functions/integration/api'
import { handler as notices } from '@recado/functions/notices/api'
import { handler as plans } from '@recado/functions/plans/api'
import { handler as platform } from '@recado/functions/platform/api'
import { handler as quickReplies } from '@recado/functions/quick-replies/api'
import { handler as retention } from '@recado/functions/retention/api'
import { handler as schedules } from '@recado/functions/schedules/api'
import { handler as search } from '@recado/functions/search/api'
import { handler as sessions } from '@recado/functions/sessions/api'
import { handler as settings } from '@recado/functions/settings/api'
import { handler as tags } from '@recado/functions/tags/api'
import { handler as ticketQueues } from '@recado/functions/ticket-queues/api'
import { handler as tickets } from '@recado/functions/tickets/api'
import { handler as uploads } from '@recado/functions/uploads/api'
import { handler as users } from '@recado/functions/users/api'
import { allRoutes, type Domain } from '@recado/shared/api/routes'
import { edgeHeaders } from '@recado/shared/http/edge-headers'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { addressOf, viewerAddress } from './address.ts'
import { asDomain } from './rights.ts'

/** Every domain's Lambda. */
const lambdas = {
  announcements,
  audit,
  campaigns,
  chats,
  companies,
  connections,
  'contact-blocks': contactBlocks,
  'contact-lists': contactLists,
  contacts,
  dashboard,
  'data-subjects': dataSubjects,
  'desk-report': deskReport,
  exports,
  extractors,
  helps,
  instances,
  notices,
  plans,
  'quick-replies': quickReplies,
  schedules,
  retention,
  search,
  settings,
  integration,
  platform,
  sessions,
  tags,
  tickets,
  'ticket-queues': ticketQueues,
  uploads,
  users,
} satisfies Record<Domain, unknown>

/** Largest request of API Gateway, in bytes. */
const REQUEST_MAX_BYTES = 10 * 1024 * 1024

/** Longest wait of API Gateway for an answer, in milliseconds. */
const LONGEST_MS = 29_000

const TEXT_TYPES = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded))/

interface Match {
  domain: Domain
  routeKey: string
  pathParameters: Record<string, string>
}

const patterns = allRoutes().map(({ domain, route: { method, path } }) => ({
  domain,
  method,
  routeKey: `${method} ${path}`,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  parameters: (path.match(/\{/g) ?? []).length,
}))
// Same order as API Gateway: a literal path comes before one with parameters.
patterns.sort((a, b) => a.parameters - b.parameters)

/**
 * The HTTP API behind `/api`: finds the route, calls its Lambda with a version 2.0 event, and writes the answer.
 */
export async function handleApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = addressOf(request)
  const path = url.pathname.replace(/^\/api/, '').replace(/\/+$/, '')
  const match = matchRoute(request.method ?? 'GET', path)
  if (!match) return write(response, notFound)
  const body = await bodyOf(request)
  if (!body) return write(response, tooLarge)
  const event = eventOf(request, url, path, match, body)
  const { domain } = match
  const result = await asDomain(domain, () =>
    lambdas[domain](event, context(event), { signal: AbortSignal.timeout(LONGEST_MS) }),
  )
  write(response, result as APIGatewayProxyStructuredResultV2)
}

function matchRoute(method: string, path: string): Match | undefined {
  for (const { domain, method: wanted, routeKey, pattern } of patterns) {
    const found = method === wanted ? pattern.exec(path) : null
    if (!found) continue
    const pathParameters = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]),
    )
    return { domain, routeKey, pathParameters }
  }
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/**
 * The request's body; undefined if it is too large. A too large body is read to its end and dropped: a client that
 * is still sending would miss the answer, and its next call on the same connection would fail.
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= REQUEST_MAX_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  return bytes > REQUEST_MAX_BYTES ? undefined : Buffer.concat(chunks)
}

/**
 * Event format:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
function eventOf(
  request: IncomingMessage,
  url: URL,
  path: string,
  match: Match,
  body: Buffer,
): APIGatewayProxyEventV2 {
  const { cookie, ...rest } = request.headers
  const headers = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  )
  headers[edgeHeaders.viewerAddress] = viewerAddress(request)
  const query = [...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name).join(',')])
  // A body that only claims to be text is passed on as bytes, and the Lambda refuses it.
  const isText = isUtf8(body) && TEXT_TYPES.test(headers['content-type'] ?? 'text/')
  return {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath: `/api${path}`,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split('; ') }),
    headers,
    ...(query.length > 0 && { queryStringParameters: Object.fromEntries(query) }),
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: match.pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: {
        method: request.method ?? 'GET',
        path: `/api${path}`,
        protocol: 'HTTP/1.1',
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: match.routeKey,
      stage: 'api',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

const context = ({ requestContext: { requestId } }: APIGatewayProxyEventV2): Context => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'local',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:sa-east-1:000000000000:function:local',
  memoryLimitInMB: '512',
  logGroupName: 'local',
  logStreamName: 'local',
  getRemainingTimeInMillis: () => LONGEST_MS,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
})

function write(response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void {
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded } = result
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value))
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.writeHead(statusCode)
  response.end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'))
}

/** API Gateway's own answers, given before any Lambda is called. */
const refusal = (statusCode: number, error: string, message: string): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error, message }),
})
const notFound = refusal(404, 'ERR_NO_ROUTE', 'There is no such call')
const tooLarge = refusal(413, 'ERR_BODY_TOO_LARGE', 'The body is too large')
