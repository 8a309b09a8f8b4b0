import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf } from '../gateway/address.ts'
import type { PlatformAccount } from './account.ts'
import { type Answer, type PlatformApi, WHAT } from './api.ts'
import { chatwootApi } from './chatwoot-api.ts'
import { sacmaisApi } from './sacmais-api.ts'

/** Answers a call of the product, and records it in the account. The path tells which kind of platform it calls. */
export async function answerCall(
  account: PlatformAccount,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request
  const url = addressOf(request)
  const api = url.pathname.startsWith('/api/v1/') ? chatwootApi : sacmaisApi
  const at = new Date().toISOString()
  const { status, body, what } = await answerOf(api, account, { request, method, url, at })
  account.record({ what, method, path: url.pathname, status, at })
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

interface ReceivedCall {
  request: IncomingMessage
  method: string
  url: URL
  at: string
}

async function answerOf(
  api: PlatformApi,
  account: PlatformAccount,
  { request, method, url, at }: ReceivedCall,
): Promise<Answer> {
  // Read also for a refusal: a client that is still sending would miss the answer.
  const body = await bodyOf(request)
  if (!account.tokens.has(api.tokenOf(request.headers)))
    return { status: 401, body: { error: 'Invalid Access Token' }, what: WHAT.denied }
  if (!body) return { status: 400, body: { error: 'Bad request' }, what: WHAT.unknown }
  return api.answer(account, { method, url, body, at })
}

/** The texts of a JSON object; none without a body, undefined if it is no such object. */
async function bodyOf(request: IncomingMessage): Promise<Record<string, string> | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const read = parsed(Buffer.concat(chunks).toString('utf8') || '{}')
  if (typeof read !== 'object' || read === null) return undefined
  return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === 'string'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
