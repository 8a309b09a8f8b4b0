import * as z from 'zod'
import { ANY_USER } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { loginAnswer, loginInput, sessionUser } from './session.ts'

export const sessionRoutes = defineRoutes({
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: loginInput,
    response: loginAnswer,
    errors: ['ERR_INVALID_CREDENTIALS', 'ERR_TOO_MANY_ATTEMPTS'],
    summary: 'Sign in; sets the refresh cookie',
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    access: ANY_USER,
    response: sessionUser,
    summary: 'Who is signed in',
  },
  refreshToken: {
    method: 'POST',
    path: '/auth/refresh_token',
    access: 'public',
    response: z.object({ token: z.string(), user: sessionUser }),
    errors: ['ERR_SESSION_EXPIRED'],
    summary: 'A new access token for the refresh cookie, which rotates',
  },
  logout: {
    method: 'DELETE',
    path: '/auth/logout',
    access: 'public',
    response: nothing,
    status: 204,
    summary: 'End the session of the refresh cookie',
  },
  createSocketTicket: {
    method: 'POST',
    path: '/ws/ticket',
    access: ANY_USER,
    response: z.object({ t: z.string() }),
    status: 201,
    summary: 'A single-use ticket, good for 30 seconds, to open the live socket with',
  },
  jwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: 'public',
    response: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
    summary: 'Public keys of access tokens',
  },
})
