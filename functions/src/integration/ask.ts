import { DomainError } from '@recado/shared/errors'
import type * as z from 'zod'

/** A platform that has not answered after this time is down, in milliseconds. */
const TIMEOUT_MS = 10_000
/** An answer is no longer than this, in bytes. */
const LONGEST_ANSWER = 4 * 1024 * 1024

interface Question<T> {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: object
  answer: z.ZodType<T>
  /** What another status means, where it is about the thing that was asked for alone. */
  otherwise?: (status: number, text: string) => T | undefined
}

/**
 * Asks the platform. Nobody is followed elsewhere, and what does not answer as it should is not there.
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

/** Read to its end even where it is not looked at, and never further than is allowed. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > LONGEST_ANSWER) throw new Error('its answer is too long')
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

/** @param cause for whoever looks into it; nobody is shown what a platform says */
const unavailable = (cause: unknown) =>
  Object.assign(
    new DomainError('dependency-failed', 'ERR_INTEGRATION_UNAVAILABLE', 'The platform does not answer'),
    { cause },
  )

export const tokenRefused = () =>
  new DomainError('unprocessable', 'ERR_INTEGRATION_TOKEN', 'The platform does not take this token')
