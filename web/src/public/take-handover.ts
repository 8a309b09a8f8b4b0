import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { session } from '../api/session.ts'
import { send } from '../api/transport.ts'

/** Signs in by a handover from another instance. @throws ApiError */
export async function takeHandover(given: RequestOf<typeof sessionRoutes.takeHandover>): Promise<void> {
  session.open(await send(sessionRoutes.takeHandover, given))
}
