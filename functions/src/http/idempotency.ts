import { createHash } from 'node:crypto'
import { DomainError } from '@recado/shared/errors/errors'
import type { Route } from '@recado/shared/http/contract'
import { answerKey, type RememberedAnswer } from '@recado/shared/http/remembered-answers'
import { newUuid } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { committed } from '@recado/shared/table/table'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { tableOf } from '../context.ts'
import type { Exchange } from './exchange.ts'
import { contentOf } from './form-content.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

/** Lifetime of a key: a day (part 3 §1), in seconds. */
const REMEMBERED_SECONDS = 24 * 3600
/** A call without an answer for this long counts as dead and may be repeated, in milliseconds. */
const UNDER_WAY_MS = 60_000

/**
 * Answers a call with an Idempotency-Key once. A repetition with the same key and body gets the first answer. If the first
 * call died or failed without a refusal, the repetition is carried out, for the same record.
 * @throws DomainError ERR_IDEMPOTENCY_KEY_REUSED for another body, ERR_IN_PROGRESS while the first is under way
 */
export async function answeredOnce(
  route: Route,
  event: APIGatewayProxyEventV2,
  actor: Actor | undefined,
  exchange: Pick<Exchange, 'recordId'>,
  answer: () => Promise<APIGatewayProxyStructuredResultV2>,
): Promise<APIGatewayProxyStructuredResultV2> {
  const given = event.headers['idempotency-key']
  if (!route.idempotent || !given || !actor) return answer()
  const table = tableOf(actor.companyId)
  const key = answerKey(digest(`${actor.userId}|${event.routeKey}|${given}`))
  // With the key, which is random and not stored: the body may hold a password, and this digest is quick to guess by.
  const body = digest(`${given}|${event.rawPath}|${contentOf(event)}`)
  const since = Date.now()
  const call = newUuid()
  const { recordId } = exchange
  const expiresAt = Math.floor(since / 1000) + REMEMBERED_SECONDS
  const first = { ...key, body, since, call, recordId, expiresAt }
  // `call`: the request that writes the row may be repeated, because its answer was lost.
  if (!(await committed(table.put(first, [{ pk: { exists: false } }, { call }])))) {
    const row = await table.get(key)
    const unanswered = { answer: { exists: false }, body, since: { below: since - UNDER_WAY_MS } } as const
    if (!(await committed(table.update(key, { set: { since, call } }, [unanswered, { call }])))) {
      const text = remembered(row, body)
      return JSON.parse(route.secretAnswer ? openAnswer(given, text) : text)
    }
    exchange.recordId = row?.recordId ?? recordId
  }
  try {
    const answered = await answer()
    const text = JSON.stringify(answered)
    await table.update(key, { set: { answer: route.secretAnswer ? sealAnswer(given, text) : text } })
    return answered
  } catch (error) {
    // A refused call changed nothing, and another failed one may have: it may be repeated at once, for its record.
    if (error instanceof DomainError) await committed(table.delete(key, { call }))
    else await committed(table.update(key, { set: { since: 0 } }, { call }))
    throw error
  }
}

/** The stored answer, as it was written. */
function remembered(row: RememberedAnswer | undefined, body: string): string {
  if (row && row.body !== body) {
    throw new DomainError(
      'unprocessable',
      'ERR_IDEMPOTENCY_KEY_REUSED',
      'This key was used for another request',
    )
  }
  if (!row?.answer) throw new DomainError('conflict', 'ERR_IN_PROGRESS', 'The same request is under way')
  return row.answer
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
