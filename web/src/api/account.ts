import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { send } from './transport.ts'

/** What is done without a session: nobody is signed in, and nothing of it signs anybody out. */
export const signUp = (input: RequestOf<typeof sessionRoutes.signUp>) => send(sessionRoutes.signUp, input)

export const forgotPassword = (input: RequestOf<typeof sessionRoutes.forgotPassword>) =>
  send(sessionRoutes.forgotPassword, input)

export const resetPassword = (input: RequestOf<typeof sessionRoutes.resetPassword>) =>
  send(sessionRoutes.resetPassword, input)
