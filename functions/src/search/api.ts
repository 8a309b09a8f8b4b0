import { searchRoutes } from '@recado/shared/search/routes'
import { serve } from '../serve/serve.ts'
import { search } from './search.ts'

export const handler = serve('search', searchRoutes, {
  search: ({ q }, actor) => search(actor, q),
})
