import { extractorRoutes } from '@recado/shared/extractors/routes'
import { serve } from '../serve/serve.ts'
import * as contacts from './contacts.ts'
import * as groups from './groups.ts'

export const handler = serve('extractors', extractorRoutes, {
  groupContacts: (input, actor) => groups.allGroups(actor, input),
  syncGroups: (_, actor) => groups.sync(actor),
  exportGroupContacts: (input, actor) => groups.exportMembers(actor, input),
  exportGroupContactsByGet: (input, actor) => groups.exportMembers(actor, input),
  exportGroup: ({ groupId }, actor) => groups.exportOne(actor, groupId),
  extractedContacts: (_, actor) => contacts.counts(actor),
  exportExtractedContacts: ({ whatsappId }, actor) => contacts.exportAll(actor, whatsappId),
})
