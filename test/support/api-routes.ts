import { isDeepStrictEqual } from 'node:util'
import { api, type Domain } from '@recado/shared/api/routes'
import { answerOf, callOf, type HttpAnswer } from '@recado/shared/http/client'
import {
  type ErrorBody,
  errorBody,
  FILE_OR_EXPORT,
  mayFindNothing,
  type RequestOf,
  type ResponseOf,
  type Route,
} from '@recado/shared/http/contract'

/** Name of a route in the route table, unique across all domains. */
export type RouteName = { [D in Domain]: keyof (typeof api)[D] }[Domain] & string

type RouteNamed<N extends RouteName> = Extract<
  { [D in Domain]: N extends keyof (typeof api)[D] ? (typeof api)[D][N] : never }[Domain],
  Route
>

/** The fields of path, query and body as one flat object. With `file` if the route takes one. */
export type RequestTo<N extends RouteName> = RequestOf<RouteNamed<N>> &
  (RouteNamed<N> extends { file: string } ? { file?: File } : unknown)

export type ResponseTo<N extends RouteName> = ResponseOf<RouteNamed<N>>

const routes = new Map(Object.values(api).flatMap((domain) => Object.entries<Route>(domain)))

export function routeNamed(name: RouteName): Route {
  const route = routes.get(name)
  if (!route) throw new Error(`Unknown route ${name}`)
  return route
}

/** A request in its form for HTTP. `path` includes the query. */
export interface WireRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: object | undefined
}

/** Splits a request into path, query and body, like the web app. A file makes the body a form. */
export function wireRequest(route: Route, request: object): WireRequest {
  const { file, ...fields }: { file?: File } = { ...request }
  const { method, path, query, headers, body } = callOf(route, fields)
  const search = new URLSearchParams(query).toString()
  return {
    method,
    path: search ? `${path}?${search}` : path,
    headers,
    body: file && route.file ? formOf(body ?? {}, route.file, file) : body,
  }
}

function formOf(fields: object, field: string, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append(field, file)
  return form
}

/**
 * A successful answer, parsed by its route's schema.
 * @throws when the status, a field or its type violates the contract, or the answer has an extra field
 */
export async function contractResponse(route: Route, status: number, answer: HttpAnswer): Promise<unknown> {
  const statuses = [
    route.status ?? 200,
    ...(route.response === FILE_OR_EXPORT ? [202] : []),
    ...(mayFindNothing(route) ? [204] : []),
    ...(route.mayExist ? [200] : []),
  ]
  if (!statuses.includes(status)) throw new Error(`${route.path} answered ${status}, not ${statuses}`)
  const parsed = await answerOf(route, answer)
  const text = isJson(answer) ? await answer.text() : ''
  if (text !== '') expectNothingMore(route, JSON.parse(text), parsed)
  return parsed
}

/** The body of a refusal. @throws when it violates the contract */
export function refusalBody(route: Route, status: number, text: string): ErrorBody {
  const refusal = errorBody.strict().safeParse(text.startsWith('{') ? JSON.parse(text) : text)
  if (!refusal.success) throw new Error(`${route.path} refused outside its contract: ${status} ${text}`)
  return refusal.data
}

const isJson = ({ headers }: HttpAnswer): boolean =>
  (headers['content-type'] ?? '').startsWith('application/json')

/** Schemas drop unknown fields. An extra field in an answer could leak data. */
function expectNothingMore(route: Route, sent: unknown, parsed: unknown): void {
  const kept: unknown = JSON.parse(JSON.stringify(parsed))
  if (!isDeepStrictEqual(sent, kept))
    throw new Error(
      `${route.path} answered more than its contract: ${JSON.stringify(sent)}, not ${JSON.stringify(kept)}`,
    )
}
