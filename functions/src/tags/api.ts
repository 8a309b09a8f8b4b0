import { tagRoutes } from '@recado/shared/tags/routes'
import { serve } from '../serve/serve.ts'
import * as tags from './tags.ts'

export const handler = serve('tags', tagRoutes, {
  listTags: (query, actor) => tags.page(actor, query),
  createTag: (input, actor) => tags.create(actor, input),
  getTag: ({ tagId }, actor) => tags.get(actor, tagId),
  updateTag: ({ tagId, ...input }, actor) => tags.update(actor, tagId, input),
  deleteTag: ({ tagId }, actor) => tags.remove(actor, tagId),
})
