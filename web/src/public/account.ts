import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { send } from '../api/transport.ts'

/** Calls without a session. Their errors never sign a user out. */
export const signUp = (input: RequestOf<typeof sessionRoutes.signUp>) => send(sessionRoutes.signUp, input)

export const forgotPassword = (input: RequestOf<typeof sessionRoutes.forgotPassword>) =>
  send(sessionRoutes.forgotPassword, input)

export const resetPassword = (input: RequestOf<typeof sessionRoutes.resetPassword>) =>
  send(sessionRoutes.resetPassword, input)
