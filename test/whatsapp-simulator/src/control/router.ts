import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { Refusal } from '../errors/refusal.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { FileAnswer } from './file-answer.ts'
import { ROUTES } from './routes.ts'

/** Input of a route: path parameters, query string, and JSON body. */
export type ControlRequest = { path: Record<string, string>; query: URLSearchParams; body: unknown }

/** A call of the control API. The answer is JSON or a file. `created` makes it a 201. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Path below `/simulator/api`, with parameters in braces. */
  path: string
  created?: boolean
  /** Largest body in bytes, 256 KB by default. */
  mostBytes?: number
  answer(simulation: Simulation, request: ControlRequest): unknown
}

export const CONTROL_PREFIX = '/simulator/api'

/** Answers a request to the control API. */
export async function control(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    refuseOtherSites(request)
    const { route, path, query } = match(request)
    const body = await readBody(request, route.mostBytes)
    const answer = await route.answer(simulation, { path, query, body })
    if (answer instanceof FileAnswer) await answer.send(response)
    else sendJson(response, route.created ? 201 : 200, answer ?? {})
  } catch (error) {
    const { status, body } = readError(error)
    sendJson(response, status, body)
  }
}

function match(request: IncomingMessage) {
  const [pathname = '', query = ''] = (request.url ?? '').split('?', 2)
  const parts = pathname.slice(CONTROL_PREFIX.length).split('/')
  for (const route of ROUTES) {
    const path = route.method === request.method ? blanks(route.path.split('/'), parts) : undefined
    if (path) return { route, path, query: new URLSearchParams(query) }
  }
  throw new Refusal(404, 'ERR_NO_SUCH_CALL', `The control API has no ${request.method} ${pathname}.`)
}

/** Path parameters of a route; undefined if the path does not match. */
function blanks(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected.startsWith('{')) found[expected.slice(1, -1)] = decodeURIComponent(part)
    else if (expected !== part) return undefined
  }
  return found
}

/** Pages of other sites in the same browser must not control the phones. */
function refuseOtherSites(request: IncomingMessage): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site')
    throw new Refusal(400, 'ERR_OTHER_SITE', 'Only this page may use the control API.')
}

const MOST_BYTES = 262_144

async function readBody(request: IncomingMessage, mostBytes = MOST_BYTES): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > mostBytes)
      throw new Refusal(400, 'ERR_TOO_LARGE', `The body is larger than ${mostBytes} bytes.`)
    chunks.push(chunk)
  }
  if (bytes === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Refusal(400, 'ERR_INVALID_INPUT', 'The body is not JSON.')
  }
}

function readError(error: unknown): { status: number; body: { error: string; message: string } } {
  if (error instanceof Refusal) {
    return { status: error.status, body: { error: error.code, message: error.message } }
  }
  if (error instanceof URIError) {
    return { status: 400, body: { error: 'ERR_INVALID_INPUT', message: 'The path is not well encoded.' } }
  }
  if (error instanceof z.ZodError) {
    return { status: 400, body: { error: 'ERR_INVALID_INPUT', message: z.prettifyError(error) } }
  }
  console.error('WhatsApp simulator: a control call failed:', error)
  return { status: 500, body: { error: 'ERR_INTERNAL', message: 'The simulator failed; its log says why.' } }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}
