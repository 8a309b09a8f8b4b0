import * as z from 'zod'
import { ANY_USER, needs } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { pageEnd, pageQuery } from '../http/paging.ts'
import { id } from '../ids.ts'
import { invitation, invitationInput, newInvitation } from './invitation.ts'
import { user, userChange, userInput } from './user.ts'

const ADMIN = needs('drawer-admin-items:view')

export const userRoutes = defineRoutes({
  listUsers: {
    method: 'GET',
    path: '/users',
    access: ADMIN,
    query: pageQuery,
    response: z.object({ users: z.array(user), count: z.number().int(), ...pageEnd }),
    summary: 'Users of the company, newest first',
  },
  allUsers: {
    method: 'GET',
    path: '/users/list',
    access: ADMIN,
    query: z.strictObject({ companyId: id.optional() }),
    response: z.array(user.pick({ id: true, name: true, email: true, profile: true })),
    summary: 'All users of a company, by name. Operators may name another company.',
  },
  createUser: {
    method: 'POST',
    path: '/users',
    access: ADMIN,
    body: userInput,
    ofAccounts: true,
    response: user,
    status: 201,
    idempotent: true,
    errors: ['ERR_DUPLICATED_EMAIL', 'ERR_PLAN_LIMIT', 'ERR_NO_QUEUE_FOUND', 'ERR_PASSWORD_BY_LINK'],
    rate: 'mails',
    summary: 'Create a user',
  },
  createInvitation: {
    method: 'POST',
    path: '/users/invitations',
    access: ADMIN,
    body: invitationInput,
    ofAccounts: true,
    response: newInvitation,
    status: 201,
    idempotent: true,
    secretAnswer: true,
    errors: ['ERR_PLAN_LIMIT'],
    rate: 'mails',
    summary: 'A link by which somebody makes an account of their own, once, within a week',
  },
  listInvitations: {
    method: 'GET',
    path: '/users/invitations',
    access: ADMIN,
    response: z.array(invitation),
    summary: 'Open invitations, newest first',
  },
  deleteInvitation: {
    method: 'DELETE',
    path: '/users/invitations/{invitationId}',
    access: ADMIN,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_INVITATION_FOUND'],
    summary: 'Revoke an invitation',
  },
  getUser: {
    method: 'GET',
    path: '/users/{userId}',
    namedBy: 'name',
    access: ANY_USER,
    query: z.strictObject({ companyId: id.optional() }),
    response: user,
    errors: ['ERR_NO_USER_FOUND', 'ERR_NO_PERMISSION'],
    summary: 'One user: oneself, or any user of the company for admins. Operators may name another company.',
  },
  updateUser: {
    method: 'PUT',
    path: '/users/{userId}',
    access: ANY_USER,
    body: userChange,
    response: user,
    errors: [
      'ERR_NO_USER_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_DUPLICATED_EMAIL',
      'ERR_WRONG_PASSWORD',
      'ERR_LAST_ADMIN',
      'ERR_NO_QUEUE_FOUND',
      'ERR_TOO_MANY_ATTEMPTS',
      'ERR_PASSWORD_BY_LINK',
      'ERR_PASSWORD_COMMON',
      'ERR_SUPPORT_NO_USERS',
    ],
    summary:
      'Change a user: oneself, or anybody of the company for admins; operators grant access for support, and correct users of other companies',
  },
  deleteUser: {
    method: 'DELETE',
    path: '/users/{userId}',
    access: ADMIN,
    ofAccounts: true,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_USER_FOUND', 'ERR_OWN_ACCOUNT', 'ERR_LAST_ADMIN'],
    summary: 'Delete a user',
  },
})
