import * as z from 'zod'
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import { type ErrorKind, STATUS_OF_KIND } from '../errors/errors.ts'
import { codesOf } from '../http/codes-of.ts'
import {
  errorBody,
  exportBegun,
  FILE,
  FILE_OR_EXPORT,
  mayFindNothing,
  pathParamsOf,
  type Route,
  XLSX,
} from '../http/contract.ts'
import { allRoutes } from './routes.ts'

/** This API as an OpenAPI 3.1 document, made from the route table. */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { domain, name, route } of allRoutes()) {
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = operationOf(domain, name, route)
    paths[route.path] = path
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recado', version },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
    paths,
  }
}

function operationOf(domain: string, name: string, route: Route) {
  return {
    operationId: name,
    tags: [domain],
    summary: route.summary,
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...pathParamsOf(route.path).map((param) => ({
        name: param,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParametersOf(route),
    ],
    ...(route.body && { requestBody: requestBodyOf(route, route.body) }),
    responses: {
      [String(route.status ?? 200)]: successOf(route),
      ...(route.mayExist && { 200: successOf(route) }),
      ...(mayFindNothing(route) && { 204: { description: 'Nothing found' } }),
      ...(route.response === FILE_OR_EXPORT && { '202': begun }),
      ...failuresOf(route),
      503: {
        description: 'AWS is busy or down: no error code, another try may succeed, and the session stays',
      },
    },
  }
}

/** The answers of a route that fails, by status: each names its codes. */
function failuresOf(route: Route): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codesOf(route))
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), failure(status, codes)]))
}

function statusesOf(code: ErrorCode): number[] {
  if (code === 'ERR_INTERNAL') return [500]
  const kinds: readonly ErrorKind[] = ERROR_CODES[code]
  return kinds.map((kind) => STATUS_OF_KIND[kind])
}

const failure = (status: number, codes: ErrorCode[]) => ({
  description: codes.join(', '),
  ...(status === STATUS_OF_KIND['too-many-requests'] && { headers: RETRY_AFTER }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error', properties: { error: { enum: codes } } },
    },
  },
})

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } }

/** A file that takes longer is made in the background. */
const begun = {
  description: 'The file is being made',
  content: { 'application/json': { schema: z.toJSONSchema(exportBegun) } },
}

function queryParametersOf({ query }: Route) {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: jsonSchema(schema, 'input'),
  }))
}

function requestBodyOf(route: Route, body: z.ZodType) {
  const schema = jsonSchema(body, 'input')
  const form = route.file && { 'multipart/form-data': { schema: withFile(schema, route.file) } }
  return { required: true, content: { 'application/json': { schema }, ...form } }
}

const withFile = (schema: Record<string, unknown>, field: string) => ({
  ...schema,
  properties: { ...(schema.properties as object | undefined), [field]: { type: 'string', format: 'binary' } },
})

function successOf({ response, status }: Route) {
  if (response === FILE || response === FILE_OR_EXPORT)
    return { description: 'A spreadsheet', content: { [XLSX]: {} } }
  if (status === 204) return { description: 'Done' }
  return { description: 'Done', content: { 'application/json': { schema: jsonSchema(response, 'output') } } }
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })
