import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod'
import { session } from '../api/session.ts'
import { SignUpPage } from '../session/SignUpPage.tsx'

export const Route = createFileRoute('/signup')({
  validateSearch: z.object({
    companyId: z.string().min(1).optional().catch(undefined),
    token: z.string().catch(''),
  }),
  beforeLoad: () => {
    if (session.user()) throw redirect({ to: '/' })
  },
  component: SignUp,
})

function SignUp() {
  const { companyId, token } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <SignUpPage companyId={companyId} token={token} onDone={() => navigate({ to: '/login' })} />
}
