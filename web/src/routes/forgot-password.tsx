import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { ForgotPasswordPage } from '../session/ForgotPasswordPage.tsx'

export const Route = createFileRoute('/forgot-password')({
  beforeLoad: () => {
    if (session.user()) throw redirect({ to: '/' })
  },
  component: ForgotPasswordPage,
})
