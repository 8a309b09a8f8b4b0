import { DomainError } from '@recado/shared/errors/errors'
import type * as z from 'zod'

/** A platform without an answer after this time counts as down, in milliseconds. */
const TIMEOUT_MS = 10_000
/** Largest answer, in bytes. */
const LONGEST_ANSWER = 4 * 1024 * 1024

interface Question<T> {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: object
  answer: z.ZodType<T>
  /** Meaning of another status, if it is about the requested thing only. */
  otherwise?: (status: number, text: string) => T | undefined
}

/**
 * Sends a request to the platform. Redirects are not followed, and an unexpected answer counts as unavailable.
 * @throws DomainError ERR_INTEGRATION_TOKEN, ERR_INTEGRATION_UNAVAILABLE
 */
export async function ask<T>(address: URL, question: Question<T>): Promise<T> {
  const { method = 'GET', headers, body, answer, otherwise } = question
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(address, {
    method,
    signal,
    redirect: 'manual' as const,
    headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw unavailable(error)
  })
  const text = await textOf(response)
  if (response.status === 401 || response.status === 403) throw tokenRefused()
  const meant = response.ok ? undefined : otherwise?.(response.status, text)
  if (meant !== undefined) return meant
  if (!response.ok) throw unavailable(response.status)
  return parsed(text, answer)
}

/** Reads the whole body, even an unused one, but never more than the limit. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > LONGEST_ANSWER) throw new Error('The answer is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    throw unavailable(error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed<T>(text: string, answer: z.ZodType<T>): T {
  try {
    return answer.parse(JSON.parse(text))
  } catch (error) {
    throw unavailable(error)
  }
}

/** @param cause for the log; a platform's texts are not shown to users */
const unavailable = (cause: unknown) =>
  Object.assign(
    new DomainError('dependency-failed', 'ERR_INTEGRATION_UNAVAILABLE', 'The platform does not answer'),
    { cause },
  )

export const tokenRefused = () =>
  new DomainError('unprocessable', 'ERR_INTEGRATION_TOKEN', 'The platform does not take this token')
