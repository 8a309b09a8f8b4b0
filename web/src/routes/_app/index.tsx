import { createFileRoute, redirect } from '@tanstack/react-router'
import { cshow } from '../../api/session.ts'

export const Route = createFileRoute('/_app/')({
  beforeLoad: () => {
    throw redirect({ to: cshow() ? '/campaigns' : '/connections' })
  },
})
