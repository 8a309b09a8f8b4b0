import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { NotFound, PageProblem } from './ui/PageProblem.tsx'

/** The router of one stay in the app: signing out ends it. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    // Plain texts in the URL: ?search=123, not ?search=%22123%22. The routes' schemas parse them.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageProblem,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, String(value))
  return params.size > 0 ? `?${params}` : ''
}
