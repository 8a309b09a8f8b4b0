import { sessionRoutes } from '@recado/shared/sessions/routes'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { serve } from '../http/serve.ts'
import { refreshSession, signOut } from './refresh.ts'
import { sessionUserOf, signIn } from './sign-in.ts'
import { createTicket } from './tickets.ts'
import { notSignedIn, publicKeys } from './tokens.ts'

export const handler = serve(sessionRoutes, {
  login: (input, _, exchange) => signIn(input, exchange),
  me: async (_, { companyId, userId }) => {
    const user = await getUser(tableOf(companyId), userId)
    if (!user) throw notSignedIn()
    return sessionUserOf(user)
  },
  refreshToken: (_, __, exchange) => refreshSession(exchange),
  logout: (_, __, exchange) => signOut(exchange).then(() => undefined),
  createSocketTicket: (_, actor) => createTicket(actor),
  jwks: () => publicKeys(),
})
