import { createFileRoute, redirect } from '@tanstack/react-router'
import { cshow } from '../../api/session.ts'

/** Pages of companies with campaigns. For others they lead to the dashboard's tab that says why (part 3 §3). */
export const Route = createFileRoute('/_app/_cshow')({
  beforeLoad: () => {
    if (!cshow()) throw redirect({ to: '/', search: { tab: 'campaigns' } })
  },
})
