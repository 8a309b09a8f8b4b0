import { Amplify } from '@aws-amplify/core'
import { ApiError } from '@recado/shared/http/api-error'
import { callOf, type HttpCall } from '@recado/shared/http/client'
import type { RequestOf, ResponseOf, Route } from '@recado/shared/http/contract'
import { ApiError as AmplifyError, del, get, patch, post, put } from 'aws-amplify/api'
import { noteServerDate } from '../ui/server-clock.ts'
import { AnswerOverdue, withBackOff } from './back-off.ts'
import { failedCall, readAnswer } from './other-release.ts'

const API = 'recado'
const SEND = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: del }

Amplify.configure(
  { API: { REST: { [API]: { endpoint: `${location.origin}/api` } } } },
  // Amplify would retry every 429 and 5xx three times, POST included, and ask a user pool that does not exist.
  { API: { REST: { retryStrategy: { strategy: 'no-retry' }, defaultAuthMode: 'none' } } },
)

/**
 * Time until an answer begins (ms). API Gateway answers within 30 seconds. A network that stays silent for longer has lost the
 * call: what waits for it goes on.
 */
const ANSWERED_WITHIN_MS = 40_000

export interface SendOptions {
  token?: string
  /** The company that the page shows. The server refuses the call for any other company. */
  companyId?: string | undefined
  /** Sent as multipart/form-data, in the field that the route names. */
  file?: File
  signal?: AbortSignal
  /** The call goes on when its page is left. It takes no file and at most 64 KiB (Fetch standard, keepalive). */
  outlivesPage?: boolean
  /** Time until an answer begins (ms), if it is not the usual one. */
  answeredWithinMs?: number
  /** Of a repeated call that creates or starts something: the key of the first one. */
  idempotencyKey?: string
}

/**
 * Makes one call as the route table describes it, and repeats it while the way to the server refuses it or breaks. Throws an
 * ApiError: with the server's status and code, or with status 0 and ERR_NETWORK without an answer.
 * @throws OtherRelease if page and server do not understand each other
 */
export function send<R extends Route>(
  route: R,
  request: RequestOf<R> & object,
  options: SendOptions = {},
): Promise<ResponseOf<R>> {
  const call = callOf(route, request, options.idempotencyKey)
  const attempt = options.outlivesPage ? sendBeyondPage : sendByAmplify
  return withBackOff(() => attempt(route, call, options), {
    mayArriveTwice: call.method === 'GET' || 'idempotency-key' in call.headers,
    signal: options.signal,
  })
}

type Attempt = <R extends Route>(route: R, call: HttpCall, options: SendOptions) => Promise<ResponseOf<R>>

/** By the browser's own fetch, since Amplify's calls end with their page. */
const sendBeyondPage: Attempt = async (route, call, options) => {
  const { method, path, query, body } = call
  const search = String(new URLSearchParams(query))
  const answer = await fetch(`/api${path}${search && `?${search}`}`, {
    method,
    headers: { ...headersOf(call, options), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  }).catch((error: unknown) => {
    // Without a network fetch throws a TypeError, and after the time a DOMException.
    if (error instanceof DOMException) throw new AnswerOverdue()
    throw error instanceof TypeError ? nothingAnswered() : error
  })
  if (!answer.ok) throw failedCall(answer.status, await answer.text())
  return readAnswer(route, {
    text: () => answer.text(),
    bytes: async () => new Uint8Array(await answer.arrayBuffer()),
    headers: Object.fromEntries(answer.headers),
  })
}

const sendByAmplify: Attempt = async (route, call, options) => {
  const { method, path, query, body } = call
  const { file, signal, answeredWithinMs = ANSWERED_WITHIN_MS } = options
  signal?.throwIfAborted()
  const operation = SEND[method]({
    apiName: API,
    path,
    options: {
      queryParams: query,
      headers: headersOf(call, options),
      body: file && route.file ? formOf(route.file, file, body ?? {}) : body,
      retryStrategy: { strategy: 'no-retry' },
      defaultAuthMode: 'none',
    },
  })
  const cancel = () => operation.cancel()
  signal?.addEventListener('abort', cancel)
  let isOverdue = false
  const giveUp = () => {
    isOverdue = true
    cancel()
  }
  // A file takes as long as the network needs for it.
  const timer = file ? undefined : setTimeout(giveUp, answeredWithinMs)
  try {
    const { body: answer, headers: answerHeaders } = await operation.response
    clearTimeout(timer)
    noteServerDate(answerHeaders.date)
    return await readAnswer(route, {
      text: () => answer.text(),
      bytes: async () => new Uint8Array(await (await answer.blob()).arrayBuffer()),
      headers: answerHeaders,
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw isOverdue ? new AnswerOverdue() : apiErrorOf(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

const headersOf = ({ headers }: HttpCall, { token, companyId }: SendOptions): Record<string, string> => ({
  ...headers,
  ...(token && { authorization: `Bearer ${token}` }),
  ...(companyId && { 'x-company': companyId }),
})

const nothingAnswered = () => new ApiError(0, 'ERR_NETWORK', 'Nothing answered')

function apiErrorOf(error: unknown): unknown {
  if (error instanceof AmplifyError && error.response) {
    return failedCall(error.response.statusCode, error.response.body ?? '')
  }
  // Amplify's name for a fetch that failed before any answer.
  if (error instanceof Error && error.name === 'NetworkError') {
    return nothingAnswered()
  }
  return error
}

function formOf(fileField: string, file: File, fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append(fileField, file)
  return form
}
