import { isUtf8 } from 'node:buffer'
import { DomainError, type ErrorDetail } from '@recado/shared/errors/errors'
import { firstOf } from '@recado/shared/first-of'
import type { Route, UploadedFile } from '@recado/shared/http/contract'
import { pathParamsOf } from '@recado/shared/http/contract'
import { id } from '@recado/shared/ids'
import { parsedJson } from '@recado/shared/json'
import { brokenTexts, cutText } from '@recado/shared/text'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as z from 'zod'
import { hasTooManyParts } from './form-content.ts'

/** Largest JSON body, in bytes. A form with a file may be as large as a Lambda accepts. */
const JSON_MAX_BYTES = 256 * 1024
const FORM_MAX_BYTES = 4 * 1024 * 1024 + 64 * 1024

type Forgive = (body: unknown) => Promise<unknown>

/**
 * Path parameters, query and body as one object, validated by the route.
 * @param forgive returns a refused body without the fields that may be ignored
 * @throws DomainError ERR_VALIDATION and others
 */
export async function inputOf(
  route: Route,
  event: APIGatewayProxyEventV2,
  forgive?: Forgive,
): Promise<object> {
  const params = Object.fromEntries(
    pathParamsOf(route.path).map((name) => [name, checked(id, event.pathParameters?.[name], name)]),
  )
  const query = route.query ? checked(route.query, event.queryStringParameters ?? {}) : {}
  return { ...query, ...(await bodyOf(route, event, forgive)), ...params }
}

async function bodyOf(route: Route, event: APIGatewayProxyEventV2, forgive?: Forgive): Promise<object> {
  if (!route.body) return {}
  const contentType = event.headers['content-type'] ?? ''
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  // A missing body counts as an empty one, whatever its content type. It is valid if all fields are optional.
  if (bytes.length === 0) return checked(route.body, {})
  if (route.file && contentType.startsWith('multipart/form-data'))
    return formOf(route, route.file, contentType, bytes)
  if (bytes.length > JSON_MAX_BYTES)
    throw new DomainError('too-large', 'ERR_BODY_TOO_LARGE', 'The body is too large')
  if (!/^application\/json(;|$)/i.test(contentType)) {
    throw new DomainError('unsupported-media-type', 'ERR_CONTENT_TYPE', 'The body must be application/json')
  }
  const sent = jsonOf(bytes)
  const isRefused = forgive && !route.body.safeParse(sent).success
  return checked(route.body, isRefused ? await forgive(sent) : sent)
}

function jsonOf(bytes: Buffer): unknown {
  const value = isUtf8(bytes) ? parsedJson(new TextDecoder().decode(bytes)) : undefined
  if (value !== undefined) return value
  throw new DomainError('invalid', 'ERR_VALIDATION', 'The body is not valid JSON')
}

/** A form with one file. Its other fields are the body. */
async function formOf(route: Route, field: string, contentType: string, bytes: Buffer): Promise<object> {
  if (bytes.length > FORM_MAX_BYTES) {
    throw new DomainError(
      'too-large',
      'ERR_UPLOAD_TOO_LARGE',
      'Send a file of over 4 MB through POST /uploads',
    )
  }
  if (hasTooManyParts(contentType, bytes)) throw invalidForm()
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch((error: unknown) => {
      // Node's parser throws a TypeError for a malformed form.
      if (!(error instanceof TypeError)) throw error
      throw invalidForm()
    })
  // A map, because an object would drop a field named __proto__.
  const fields = new Map<string, string>()
  let file: UploadedFile | undefined
  for (const [name, value] of form) {
    refuseBroken(name, field)
    if (typeof value === 'string') {
      fields.set(name, value)
      continue
    }
    refuseBroken(value.name, name)
    if (name === field) file = { name: value.name, contentType: value.type, bytes: await value.bytes() }
  }
  const body = route.body ? checked(route.body, Object.fromEntries(fields)) : {}
  return { ...body, ...(file && { file }) }
}

const invalidForm = () => new DomainError('invalid', 'ERR_VALIDATION', 'The body is not a valid form')

function checked<S extends z.ZodType>(schema: S, value: unknown, at?: string): z.output<S> {
  refuseBroken(value, at)
  const result = schema.safeParse(value)
  if (result.success) {
    // A text may be JSON, which can contain escaped halves of surrogate pairs.
    refuseBroken(result.data, at)
    return result.data
  }
  const details: ErrorDetail[] = result.error.issues.flatMap((issue) =>
    pathsOf(issue).map((path) => ({
      path: at ?? cutText(path.join('.'), PATH_MAX_LENGTH),
      code: issue.code,
    })),
  )
  throw new DomainError('invalid', 'ERR_VALIDATION', 'The request does not fit this call', {
    details: firstOf(details, DETAILS_SHOWN),
  })
}

/** So many problems of a request are named, and so much of each path: a body has room for thousands of unknown fields. */
const DETAILS_SHOWN = 100
const PATH_MAX_LENGTH = 200

/** Paths of an issue. Each unknown field gets its own path. */
const pathsOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]

/** Refuses texts that the table and the queues cannot store. @param at path of a value without a name */
function refuseBroken(value: unknown, at = ''): void {
  const broken = brokenTexts(value)
  if (broken.length === 0) return
  const details = broken.map((path) => ({ path: path || at, code: 'broken_text' }))
  throw new DomainError('invalid', 'ERR_VALIDATION', 'A text is not well formed or holds a NUL', { details })
}
