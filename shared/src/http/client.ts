import * as z from 'zod'
import { newId } from '../ids.ts'
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

/** A call, ready to be sent; `path` stands under the API's address. */
export interface HttpCall {
  method: Method
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: z.infer<typeof jsonFields> | undefined
}

/** What came back. `bytes` and `fileName` only matter where a route answers with a file. */
export interface HttpAnswer {
  text: () => Promise<string>
  bytes: () => Promise<Uint8Array>
  headers: Record<string, string>
}

/**
 * A call that failed. `status` 0: nothing answered (`ERR_NETWORK`). `code` is the translation key
 * (`errors.{code}`); `details` name the fields that were refused.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: { path: string; code: string }[]

  constructor(status: number, code: string, message: string, details: { path: string; code: string }[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/**
 * Spreads a request over path, query and body as the route says. What the path and the query do not
 * name goes into the body. Each call that creates or starts something gets its own idempotency key.
 */
export function callOf<R extends Route>(route: R, request: RequestOf<R> & object): HttpCall {
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
    headers: route.idempotent ? { 'idempotency-key': newId() } : {},
    body: route.body ? jsonFields.parse(Object.fromEntries(left)) : undefined,
  }
}

/** The answer as the route promises it. Throws a ZodError when the server broke that promise. */
export async function answerOf<R extends Route>(route: R, answer: HttpAnswer): Promise<ResponseOf<R>>
export async function answerOf(route: Route, answer: HttpAnswer): Promise<unknown> {
  const { response } = route
  if (response === FILE_OR_EXPORT && isJson(answer)) return exportBegun.parse(JSON.parse(await answer.text()))
  if (response === FILE || response === FILE_OR_EXPORT) return fileOf(answer)
  const text = await answer.text()
  return response.parse(text === '' ? undefined : JSON.parse(text))
}

/** A failed answer as an error; a body that is none of ours (a proxy's page) counts as an internal error. */
export function failureOf(status: number, text: string): ApiError {
  const parsed = errorBody.safeParse(parsedOrNothing(text))
  if (!parsed.success) return new ApiError(status, 'ERR_INTERNAL', `HTTP ${status}`)
  return new ApiError(status, parsed.data.error, parsed.data.message, parsed.data.details)
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

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
