import { createHash } from 'node:crypto'
import { DomainError } from '@recado/shared/errors/errors'
import type { Route } from '@recado/shared/http/contract'
import { answerKey, type RememberedAnswer } from '@recado/shared/http/remembered-answers'
import { newUuid } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { committed } from '@recado/shared/table/table'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { tableOf } from '../context.ts'
import { contentOf } from './form-content.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

/** Lifetime of a key: a day (part 3 §1), in seconds. */
const REMEMBERED_SECONDS = 24 * 3600
/** A call without an answer for this long counts as dead and may be repeated, in milliseconds. */
const UNDER_WAY_MS = 60_000

/**
 * Answers a call with an Idempotency-Key once. A repetition with the same key and body gets the first answer.
 * @throws DomainError ERR_IDEMPOTENCY_KEY_REUSED for another body, ERR_IN_PROGRESS while the first is under way
 */
export async function answeredOnce(
  route: Route,
  event: APIGatewayProxyEventV2,
  actor: Actor | undefined,
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
  const first = { ...key, body, since, call, expiresAt: Math.floor(since / 1000) + REMEMBERED_SECONDS }
  const unanswered = { answer: { exists: false }, body, since: { below: since - UNDER_WAY_MS } }
  // Its own row: the request that writes it may be repeated, because its answer was lost.
  if (!(await committed(table.put(first, [{ pk: { exists: false } }, unanswered, { call }])))) {
    const text = remembered(await table.get(key), body)
    return JSON.parse(route.secretAnswer ? openAnswer(given, text) : text)
  }
  try {
    const answered = await answer()
    const text = JSON.stringify(answered)
    await table.update(key, { set: { answer: route.secretAnswer ? sealAnswer(given, text) : text } })
    return answered
  } catch (error) {
    // A failed call may be repeated with the same key.
    await table.delete(key)
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
