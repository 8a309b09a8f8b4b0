import { searchRoutes } from '@recado/shared/search/routes'
import { serve } from '../serve/serve.ts'
import { search, searchConversation } from './search.ts'

export const handler = serve('search', searchRoutes, {
  search: ({ q, ticketId }, actor) => (ticketId ? searchConversation(actor, ticketId, q) : search(actor, q)),
})
