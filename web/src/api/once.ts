import type { RequestOf, ResponseOf, Route } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'

type Call = <R extends Route>(
  route: R,
  request: RequestOf<R> & object,
  options: { idempotencyKey: string },
) => Promise<ResponseOf<R>>

/**
 * Makes calls that create or start something. A call without an answer may have been carried out. If the user repeats it
 * unchanged, it has the same idempotency key, and the server carries it out once. Another request, or one after a success, has
 * a new key.
 */
export function callsOnce(call: Call) {
  let last: { request: string; idempotencyKey: string } | undefined
  return async <R extends Route>(route: R, request: RequestOf<R> & object): Promise<ResponseOf<R>> => {
    const wanted = JSON.stringify([route.method, route.path, request])
    const attempt = last?.request === wanted ? last : { request: wanted, idempotencyKey: newId() }
    last = attempt
    const answer = await call(route, request, { idempotencyKey: attempt.idempotencyKey })
    if (last === attempt) last = undefined
    return answer
  }
}

export type CallOnce = ReturnType<typeof callsOnce>
