import { createFileRoute, notFound } from '@tanstack/react-router'
import { StyleguidePage } from '../../styleguide/StyleguidePage.tsx'

/** Only where the app is developed: on this machine. */
export const Route = createFileRoute('/_app/styleguide')({
  beforeLoad: () => {
    if (!['localhost', '127.0.0.1'].includes(location.hostname)) throw notFound()
  },
  component: StyleguidePage,
})
