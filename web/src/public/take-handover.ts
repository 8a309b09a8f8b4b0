import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { openSession } from '../api/session.ts'
import { send } from '../api/transport.ts'

/** Signs in by a handover from another instance. @throws ApiError */
export async function takeHandover(given: RequestOf<typeof sessionRoutes.takeHandover>): Promise<void> {
  await openSession(() => send(sessionRoutes.takeHandover, given))
}
