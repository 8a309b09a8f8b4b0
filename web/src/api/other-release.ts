import { answerOf, failureOf, type HttpAnswer } from '@recado/shared/http/client'
import type { ResponseOf, Route } from '@recado/shared/http/contract'
import i18next from 'i18next'
import * as z from 'zod'
import { listeners } from '../ui/listeners.ts'

const { tell, subscribe } = listeners()

/** Is told of each call by which the server turns out to be of another release. @returns removes the listener */
export const onOtherRelease = subscribe

/**
 * The server is of another release than this page: it does not know the call, or the page does not know its answer. The call may
 * have been carried out, and says nothing of the session.
 */
export class OtherRelease extends Error {
  override name = 'OtherRelease'
}

/** Reads an answer as its route describes it. @throws OtherRelease if it is another one */
export async function readAnswer<R extends Route>(route: R, answer: HttpAnswer): Promise<ResponseOf<R>> {
  try {
    return await answerOf(route, answer)
  } catch (error) {
    throw error instanceof z.ZodError || error instanceof SyntaxError ? otherRelease(error) : error
  }
}

/** The error of a failed call. */
export function failedCall(status: number, text: string): Error {
  const failure = failureOf(status, text)
  const { code } = failure
  // API Gateway answers a path without a route itself, without our body.
  const isNoRoute = code === 'ERR_NO_ROUTE' || (status === 404 && code === 'ERR_INTERNAL')
  return isNoRoute ? otherRelease(failure) : failure
}

function otherRelease(cause: Error): OtherRelease {
  tell()
  return new OtherRelease(i18next.t('errors.otherRelease'), { cause })
}
