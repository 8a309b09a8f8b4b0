import { DomainError } from '@recado/shared/errors/errors'
import { codesOf } from '@recado/shared/http/codes-of'
import type { Route } from '@recado/shared/http/contract'
import { environment, log } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'

/** The route does not name the error code of this refusal: its `errors` are incomplete. */
export class UndeclaredCode extends Error {
  constructor({ method, path }: Route, refusal: DomainError) {
    super(`${method} ${path} does not name ${refusal.code}`, { cause: refusal })
    this.name = 'UndeclaredCode'
  }
}

/**
 * Checks a failure before it is answered. If the route does not name its code, this is logged and the answer stays
 * the same. With UNDECLARED_CODES `refused`, as in tests, it becomes an internal error.
 */
export function declared(route: Route, error: unknown, { requestId, companyId }: Exchange): unknown {
  if (!(error instanceof DomainError) || codesOf(route).includes(error.code)) return error
  const undeclared = new UndeclaredCode(route, error)
  if (environment.UNDECLARED_CODES === 'refused') return undeclared
  log.error('a code that the route does not name', { requestId, companyId, error: undeclared })
  return error
}
