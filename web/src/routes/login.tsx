import { ApiError } from '@recado/shared/http/client'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { session } from '../api/session.ts'
import { arrivedHandover } from '../session/arrived-handover.ts'
import { HandoverPage } from '../session/HandoverPage.tsx'
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
    if (handover && !arrivedHandover.isUsed(handover)) {
      arrivedHandover.keep(handover)
      // A handover replaces no running session without a question.
      const next = session.user() ? ask() : await enter()
      // Gone from the address before anybody can go back to it.
      throw redirect({ ...next, hash: '', replace: true })
    }
    if (session.user() && !arrivedHandover.isAsking()) throw redirect({ href: search.redirect ?? '/' })
  },
  component: Login,
})

/** Signs in by the handover. Where to go then: in, to the question for a code, or to the form with what went wrong. */
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

/** Has the page ask a person, and leads there. */
function ask() {
  arrivedHandover.ask()
  return { to: '/login' as const }
}

function Login() {
  const router = useRouter()
  // Signed in, this page's own rule leads on.
  const onward = () => router.invalidate()
  const { refused } = Route.useSearch()
  const isAsking = useSyncExternalStore(arrivedHandover.onChange, arrivedHandover.isAsking)
  if (isAsking) return <HandoverPage user={session.user()} onDone={onward} />
  return <LoginPage refused={refused} onSignedIn={onward} />
}
