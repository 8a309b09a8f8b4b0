import * as z from 'zod'
import { newId } from '../ids.ts'
import { parsedJson } from '../json.ts'
import { ApiError } from './api-error.ts'
import {
  errorBody,
  exportBegun,
  FILE,
  FILE_OR_EXPORT,
  type Method,
  pathParamsOf,
  type RequestOf,
  type ResponseOf,
  type Route,
} from './contract.ts'

const jsonFields = z.record(z.string(), z.json())

/** A prepared call; `path` is relative to the API's address. */
export interface HttpCall {
  method: Method
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: z.infer<typeof jsonFields> | undefined
}

/** A response. `bytes` and `fileName` are only for routes that return a file. */
export interface HttpAnswer {
  text: () => Promise<string>
  bytes: () => Promise<Uint8Array>
  headers: Record<string, string>
}

/**
 * Distributes a request over path, query and body by the route. Fields that are neither in the path nor in the query go
 * into the body. A call that would create or start something twice has an idempotency key.
 * @param idempotencyKey by default a new one
 */
export function callOf<R extends Route>(
  route: R,
  request: RequestOf<R> & object,
  idempotencyKey: string = newId(),
): HttpCall {
  const fields: [string, unknown][] = Object.entries(request).filter(([, value]) => value !== undefined)
  const inPath = pathParamsOf(route.path)
  const inQuery = Object.keys(route.query?.shape ?? {})
  const left = fields.filter(([name]) => !inPath.includes(name) && !inQuery.includes(name))
  return {
    method: route.method,
    path: pathOf(route.path, new Map(fields)),
    query: Object.fromEntries(
      fields
        .filter(([name, value]) => inQuery.includes(name) && value !== null)
        .map(([name, value]) => [name, String(value)]),
    ),
    headers: route.idempotent === true ? { 'idempotency-key': idempotencyKey } : {},
    body: route.body ? jsonFields.parse(Object.fromEntries(left)) : undefined,
  }
}

/** Parses the response by the route's schema. @throws ZodError if the response does not match it */
export async function answerOf<R extends Route>(route: R, answer: HttpAnswer): Promise<ResponseOf<R>>
export async function answerOf(route: Route, answer: HttpAnswer): Promise<unknown> {
  const { response } = route
  if (response === FILE_OR_EXPORT && isJson(answer)) return exportBegun.parse(JSON.parse(await answer.text()))
  if (response === FILE || response === FILE_OR_EXPORT) return fileOf(answer)
  const text = await answer.text()
  return response.parse(text === '' ? undefined : JSON.parse(text))
}

/**
 * Turns a failed response into an error. A 5xx or 429 without our body comes from the way to the server, such as API
 * Gateway's own `{"message":"Service Unavailable"}`. Any other unknown body counts as an internal error.
 */
export function failureOf(status: number, text: string): ApiError {
  const parsed = errorBody.safeParse(parsedJson(text))
  if (!parsed.success) {
    const code = status >= 500 || status === 429 ? 'ERR_UNAVAILABLE' : 'ERR_INTERNAL'
    return new ApiError(status, code, `HTTP ${status}`)
  }
  return new ApiError(status, parsed.data.error, parsed.data.message, parsed.data)
}

function pathOf(template: string, fields: Map<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name)
    if (value === undefined || value === '') throw new Error(`Missing path parameter ${name} of ${template}`)
    return encodeURIComponent(String(value))
  })
}

const isJson = ({ headers }: HttpAnswer): boolean =>
  (headers['content-type'] ?? '').startsWith('application/json')

async function fileOf(answer: HttpAnswer) {
  const disposition = answer.headers['content-disposition'] ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
  return {
    fileName: encoded ? decodeURIComponent(encoded) : (plain ?? 'arquivo'),
    contentType: answer.headers['content-type'] ?? 'application/octet-stream',
    bytes: await answer.bytes(),
  }
}
