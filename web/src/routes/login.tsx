import { ApiError } from '@recado/shared/http/client'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { session } from '../api/session.ts'
import { arrivedHandover } from '../session/arrived-handover.ts'
import { HandoverPage } from '../session/HandoverPage.tsx'
import { LoginPage } from '../session/LoginPage.tsx'

export const Route = createFileRoute('/login')({
  /** The path to open after the login. It must be a path of this app, never another site (`//…`). */
  validateSearch: z.object({
    redirect: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
    /** The error code of a refused handover from another instance. */
    refused: z
      .string()
      .regex(/^ERR_\w+$/)
      .optional()
      .catch(undefined),
  }),
  beforeLoad: async ({ search, location }) => {
    const handover = new URLSearchParams(location.hash).get('handover')
    if (handover && !arrivedHandover.isUsed(handover)) {
      arrivedHandover.keep(handover)
      // A handover replaces a running session only after a question.
      const next = session.user() ? ask() : await enter()
      // Removes the handover from the URL, so that going back does not repeat it.
      throw redirect({ ...next, hash: '', replace: true })
    }
    if (session.user() && !arrivedHandover.isAsking()) throw redirect({ href: search.redirect ?? '/' })
  },
  component: Login,
})

/**
 * Signs in by the handover. Returns the next place: the app, the question for a code, or the form with the error.
 */
async function enter() {
  try {
    await arrivedHandover.enter()
    return { to: '/' as const }
  } catch (error) {
    const refused = error instanceof ApiError ? error.code : undefined
    if (refused === 'ERR_TOTP_REQUIRED') return ask()
    arrivedHandover.giveUp()
    return { to: '/login' as const, search: { refused } }
  }
}

/** Makes the login page ask the user, and returns its place. */
function ask() {
  arrivedHandover.ask()
  return { to: '/login' as const }
}

function Login() {
  const router = useRouter()
  // After the sign-in, beforeLoad of this page redirects.
  const onward = () => router.invalidate()
  const { refused } = Route.useSearch()
  const isAsking = useSyncExternalStore(arrivedHandover.onChange, arrivedHandover.isAsking)
  if (isAsking) return <HandoverPage user={session.user()} onDone={onward} />
  return <LoginPage refused={refused} onSignedIn={onward} />
}
