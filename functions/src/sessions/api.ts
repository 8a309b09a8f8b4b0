import { sessionRoutes } from '@recado/shared/sessions/routes'
import { getLogins } from '@recado/shared/sessions/store'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { rememberPassword, resetPassword } from '../credentials/password-links.ts'
import { notSignedIn, publicKeys } from '../credentials/tokens.ts'
import { serve } from '../serve/serve.ts'
import { endOwnSupport } from '../users/support.ts'
import { takeHandover } from './handover.ts'
import { sessionUserOf } from './open-session.ts'
import { refreshSession, signOut } from './refresh.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { createTicket } from './tickets.ts'
import { beginTotp, confirmTotp, endTotp } from './totp.ts'

export const handler = serve('sessions', sessionRoutes, {
  login: (input, _, exchange) => signIn(input, exchange),
  takeHandover: (input, _, exchange) => takeHandover(input, exchange),
  signUp: (input, _, exchange) => signUp(input, exchange),
  forgotPassword: (input, _, exchange) => rememberPassword(input, exchange),
  resetPassword: (input, _, exchange) => resetPassword(input, exchange),
  me: async (_, { homeCompanyId, userId }) => {
    const user = await getUser(tableOf(homeCompanyId), userId)
    if (!user) throw notSignedIn()
    return sessionUserOf(user)
  },
  refreshToken: (_, __, exchange) => refreshSession(exchange),
  logout: (_, __, exchange) => signOut(exchange).then(() => undefined),
  listLogins: (_, { homeCompanyId, userId }) => getLogins(tableOf(homeCompanyId), userId),
  beginTotp: (_, actor) => beginTotp(actor),
  confirmTotp: (input, actor) => confirmTotp(actor, input),
  endTotp: (input, actor) => endTotp(actor, input),
  endSupport: (_, actor) => endOwnSupport(actor),
  createSocketTicket: (_, actor) => createTicket(actor),
  jwks: () => publicKeys(),
})
