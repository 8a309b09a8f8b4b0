import { userRoutes } from '@recado/shared/users/routes'
import { serve } from '../serve/serve.ts'
import * as invitations from './invitations.ts'
import * as saving from './saving.ts'
import * as users from './users.ts'

export const handler = serve('users', userRoutes, {
  listUsers: (query, actor) => users.page(actor, query),
  allUsers: (query, actor) => users.list(actor, query),
  createUser: (input, actor) => saving.create(actor, input),
  createInvitation: (input, actor) => invitations.create(actor, input),
  listInvitations: (_, actor) => invitations.list(actor),
  deleteInvitation: ({ invitationId }, actor) => invitations.revoke(actor, invitationId),
  getUser: ({ userId, companyId }, actor) => users.get(actor, userId, companyId),
  updateUser: (input, actor, exchange) => saving.update(actor, input, exchange),
  deleteUser: ({ userId }, actor) => saving.remove(actor, userId),
})
