import { mayCall } from '@recado/shared/access'
import { auditRoutes } from '@recado/shared/audit/routes'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { contactRoutes } from '@recado/shared/contacts/routes'
import { dataSubjectRoutes } from '@recado/shared/data-subjects/routes'
import type { WantedFile } from '@recado/shared/exports/store'
import { extractorRoutes } from '@recado/shared/extractors/routes'
import type { Route } from '@recado/shared/http/contract'
import { blockImportRoutes, contactImportRoutes, listImportRoutes } from '@recado/shared/imports/routes'
import type { Actor } from '@recado/shared/sessions/session'

/** Whether the caller may ask for such a file now, by the access of the call that asks for it. */
export function mayAskFor(actor: Actor, wanted: WantedFile): boolean {
  const { access } = askingRoute(wanted)
  return access !== 'public' && mayCall(actor, access)
}

function askingRoute(wanted: WantedFile): Route {
  switch (wanted.kind) {
    case 'contact-list':
      return contactListRoutes.exportContactList
    case 'contacts':
      return contactRoutes.exportContacts
    case 'extracted-contacts':
      return extractorRoutes.exportExtractedContacts
    case 'campaign':
      return campaignRoutes.exportCampaign
    case 'audit':
      return auditRoutes.exportAudit
    case 'data-subject':
      return dataSubjectRoutes.exportDataSubject
    case 'refused':
      if (wanted.into) return contactImportRoutes.refusedContactsRows
      return wanted.contactListId ? listImportRoutes.refusedRows : blockImportRoutes.refusedContactBlockRows
  }
}
