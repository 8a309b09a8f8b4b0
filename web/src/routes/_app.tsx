import { createFileRoute, Outlet } from '@tanstack/react-router'
import { isFirstPage } from '../home/first-page.ts'
import { loadOtherTexts } from '../i18n/index.ts'
import { Shell } from '../shell/Shell.tsx'
import { PageProblem } from '../ui/PageProblem.tsx'

/** All pages behind the login. */
export const Route = createFileRoute('/_app')({
  // Missing texts are shown within the frame, which offers a new release. An error of this route would replace the frame.
  beforeLoad: async ({ location }) => ({
    problem: isFirstPage(location) ? undefined : await loadOtherTexts().catch((error: Error) => error),
  }),
  component: Pages,
})

function Pages() {
  const { problem } = Route.useRouteContext()
  return <Shell>{problem ? <PageProblem error={problem} reset={() => undefined} /> : <Outlet />}</Shell>
}
