import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import * as z from 'zod'
import { session } from '../api/session.ts'
import { LoginPage } from '../session/LoginPage.tsx'

export const Route = createFileRoute('/login')({
  /** Where to go after the login: a path of this app, never another site (`//…`). */
  validateSearch: z.object({
    redirect: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
  }),
  beforeLoad: ({ search }) => {
    if (session.user()) throw redirect({ href: search.redirect ?? '/' })
  },
  component: Login,
})

function Login() {
  const router = useRouter()
  // Signed in, this page's own rule leads on.
  return <LoginPage onSignedIn={() => router.invalidate()} />
}
