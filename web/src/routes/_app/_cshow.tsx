import { createFileRoute, redirect } from '@tanstack/react-router'
import { cshow } from '../../api/session.ts'

/** Pages of companies with campaigns. Other companies do not have them. */
export const Route = createFileRoute('/_app/_cshow')({
  beforeLoad: () => {
    if (!cshow()) throw redirect({ to: '/' })
  },
})
