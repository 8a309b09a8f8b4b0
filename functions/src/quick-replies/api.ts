import { quickReplyRoutes } from '@recado/shared/quick-replies/routes'
import { serve } from '../serve/serve.ts'
import * as quickReplies from './quick-replies.ts'

export const handler = serve('quick-replies', quickReplyRoutes, {
  listQuickReplies: (query, actor) => quickReplies.page(actor, query),
  createQuickReply: (input, actor) => quickReplies.create(actor, input),
  getQuickReply: ({ quickReplyId }, actor) => quickReplies.get(actor, quickReplyId),
  updateQuickReply: ({ quickReplyId, ...input }, actor) => quickReplies.update(actor, quickReplyId, input),
  deleteQuickReply: ({ quickReplyId }, actor) => quickReplies.remove(actor, quickReplyId),
})
