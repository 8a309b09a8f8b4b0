import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../api/session.ts'
import { ResetPasswordPage } from '../session/ResetPasswordPage.tsx'

/** Also open to a signed-in user: the link may be for another user, and ends only that user's session. */
export const Route = createFileRoute('/reset-password')({ component: ResetPassword })

function ResetPassword() {
  const { hash } = useLocation()
  const navigate = Route.useNavigate()
  const [token] = useState(() => new URLSearchParams(hash).get('token'))
  // Removes the token from the URL and the history.
  useEffect(() => {
    if (hash) void navigate({ to: '/reset-password', hash: '', replace: true })
  }, [hash, navigate])
  const onDone = () => {
    session.end('logout')
    void navigate({ to: '/login' })
  }
  return <ResetPasswordPage token={token} onDone={onDone} />
}
