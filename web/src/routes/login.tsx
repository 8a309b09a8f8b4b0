import { ApiError } from '@recado/shared/http/client'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import * as z from 'zod'
import { session, signInByHandover } from '../api/session.ts'
import { LoginPage } from '../session/LoginPage.tsx'

export const Route = createFileRoute('/login')({
  /** Where to go after the login: a path of this app, never another site (`//…`). */
  validateSearch: z.object({
    redirect: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
    /** Why a handover from another instance let nobody in. */
    refused: z
      .string()
      .regex(/^ERR_\w+$/)
      .optional()
      .catch(undefined),
  }),
  beforeLoad: async ({ search, location }) => {
    const handover = new URLSearchParams(location.hash).get('handover')
    // Gone from the address before anybody can go back to it.
    if (handover) throw redirect({ ...(await enter(handover)), hash: '', replace: true })
    if (session.user()) throw redirect({ href: search.redirect ?? '/' })
  },
  component: Login,
})

/** Where to go with it: in, or to the form with what went wrong. */
async function enter(handover: string) {
  try {
    await signInByHandover(handover)
    return { to: '/' as const }
  } catch (error) {
    const refused = error instanceof ApiError ? error.code : undefined
    return { to: '/login' as const, search: { refused } }
  }
}

function Login() {
  const router = useRouter()
  // Signed in, this page's own rule leads on.
  const { refused } = Route.useSearch()
  return <LoginPage refused={refused} onSignedIn={() => router.invalidate()} />
}
