import { extractorRoutes } from '@recado/shared/extractors/routes'
import { serve } from '../serve/serve.ts'
import * as contacts from './contacts.ts'
import * as groups from './groups.ts'

export const handler = serve('extractors', extractorRoutes, {
  groupContacts: (input, actor) => groups.allGroups(actor, input),
  syncGroups: (_, actor) => groups.sync(actor),
  exportGroupContacts: (input, actor) => groups.exportMembers(actor, input),
  exportGroupContactsByGet: (input, actor) => groups.exportMembers(actor, input),
  exportGroup: ({ groupId, language }, actor) => groups.exportOne(actor, groupId, language),
  extractedContacts: (_, actor) => contacts.counts(actor),
  exportExtractedContacts: ({ whatsappId, language }, actor) =>
    contacts.exportAll(actor, whatsappId, language),
})
