import type { RequestOf, ResponseOf, Route } from '@recado/shared/http/contract'
import { authorised } from './authorised.ts'
import { session } from './session.ts'
import { type SendOptions, send } from './transport.ts'

/** The one way to call the API: typed by the route, with the session's token. */
export async function call<R extends Route>(
  route: R,
  request: RequestOf<R> & object,
  options: Pick<SendOptions, 'file' | 'signal' | 'outlivesPage' | 'idempotencyKey'> = {},
): Promise<ResponseOf<R>> {
  // After a page load the first token also tells the current company.
  await session.token()
  const companyId = session.user()?.companyId
  return authorised(session, (token) => send(route, request, { ...options, token, companyId }))
}
