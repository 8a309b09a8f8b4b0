import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../api/session.ts'
import { ResetPasswordPage } from '../session/ResetPasswordPage.tsx'

/** Open to whoever is signed in as well: the link may be somebody else's, and it ends their session only. */
export const Route = createFileRoute('/reset-password')({ component: ResetPassword })

function ResetPassword() {
  const { hash } = useLocation()
  const navigate = Route.useNavigate()
  const [token] = useState(() => new URLSearchParams(hash).get('token'))
  // Who looks at the address later, or has it in their history, gets nothing of it.
  useEffect(() => {
    if (hash) void navigate({ to: '/reset-password', hash: '', replace: true })
  }, [hash, navigate])
  const onDone = () => {
    session.end('logout')
    void navigate({ to: '/login' })
  }
  return <ResetPasswordPage token={token} onDone={onDone} />
}
