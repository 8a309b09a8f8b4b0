import * as z from 'zod'
import { allRoutes } from '../api.ts'
import {
  errorBody,
  exportBegun,
  FILE,
  FILE_OR_EXPORT,
  pathParamsOf,
  type Route,
  ratesOf,
  XLSX,
} from './contract.ts'

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
  const failure = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return {
    operationId: name,
    tags: [domain],
    summary: route.summary,
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(route.errors && { description: `Fails with ${route.errors.join(', ')}.` }),
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
      ...(route.response === FILE_OR_EXPORT && { '202': begun }),
      ...(isLimited(route) && { '429': tooMany }),
      '4XX': failure,
    },
  }
}

const isLimited = (route: Route): boolean =>
  ratesOf(route).length > 0 || (route.errors ?? []).some((code) => code.startsWith('ERR_TOO_MANY'))

/** See `limits.ts` for how much is too much. */
const tooMany = {
  description: 'Too many calls of this kind',
  headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

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
