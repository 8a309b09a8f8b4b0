import { createFileRoute, Outlet } from '@tanstack/react-router'
import { isFirstPage } from '../home/first-page.ts'
import { hasTexts, loadTexts, type PagePart } from '../i18n/index.ts'
import { Shell } from '../shell/Shell.tsx'
import { PageProblem } from '../ui/PageProblem.tsx'

/** All pages behind the login. */
export const Route = createFileRoute('/_app')({
  // Missing texts are shown within the frame, which offers a new release. An error of this route would replace the frame.
  // Once they are there nothing waits: of two keys pressed one after the other, the second must see what the first did.
  beforeLoad: ({ location }): Loaded | Promise<Loaded> => {
    const texts = textsFor(location)
    if (hasTexts(...texts)) return {}
    return loadTexts(...texts).then(
      () => ({}),
      (problem: Error) => ({ problem }),
    )
  },
  component: Pages,
})

/** What a page shows beside the texts of the frame. */
function textsFor(location: Parameters<typeof isFirstPage>[0]): PagePart[] {
  if (isFirstPage(location)) return []
  return location.pathname === '/settings' ? ['other', 'settings'] : ['other']
}

interface Loaded {
  problem?: Error
}

function Pages() {
  const { problem } = Route.useRouteContext()
  return <Shell>{problem ? <PageProblem error={problem} reset={() => undefined} /> : <Outlet />}</Shell>
}
