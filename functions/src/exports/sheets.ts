import { auditSheet } from '@recado/shared/audit/audit-sheet'
import { shippingsSheet } from '@recado/shared/campaigns/report/shippings-sheet'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { getConnection } from '@recado/shared/connections/store'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { itemsOf } from '@recado/shared/contact-lists/items'
import { getList } from '@recado/shared/contact-lists/store'
import { contactsSheet } from '@recado/shared/contacts/sheet'
import { notFound } from '@recado/shared/errors/errors'
import type { WantedSheet } from '@recado/shared/exports/store'
import { extractedContactsSheet } from '@recado/shared/extractors/sheets'
import { cellsOf } from '@recado/shared/imports/contact-columns'
import { readContacts } from '@recado/shared/imports/read-contacts'
import { getImport, type ImportRef, type StoredImport } from '@recado/shared/imports/store'
import type { Language } from '@recado/shared/language'
import { numberCell } from '@recado/shared/phone-numbers/number-cell'
import type { Sheet } from '@recado/shared/spreadsheets/sheet'
import { CONTACT_HEADER } from '@recado/shared/spreadsheets/write-sheet'
import { tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'
import { REFUSED_WORDS, type RefusedWords } from './refused-words.ts'

/** A spreadsheet's content, read while it is written. @throws DomainError when its source was deleted */
export function sheetOf(companyId: string, wanted: WantedSheet, language: Language): Promise<Sheet> {
  switch (wanted.kind) {
    case 'contact-list':
      return contactListSheet(companyId, wanted.contactListId)
    case 'contacts':
      return Promise.resolve(contactsSheet(tableOf(companyId), language))
    case 'refused':
      return refusedSheet(companyId, wanted, language)
    case 'extracted-contacts':
      return extractedSheet(companyId, wanted.whatsappId, language)
    case 'campaign':
      return campaignSheet(companyId, wanted.campaignId, language)
    case 'audit':
      return Promise.resolve(auditSheet(tableOf(companyId), wanted, language))
  }
}

async function contactListSheet(companyId: string, contactListId: string): Promise<Sheet> {
  const table = tableOf(companyId)
  const list = await getList(table, contactListId)
  if (!list) throw notFound('ERR_NO_CONTACT_LIST_FOUND')
  return { name: list.name, header: CONTACT_HEADER, rows: cellsOfAll(itemsOf(table, contactListId)) }
}

async function* cellsOfAll(contacts: AsyncIterable<ContactFields>): AsyncGenerator<string[]> {
  for await (const contact of contacts) yield cellsOf({ ...contact, number: numberCell(contact.number) })
}

/** Refused rows in the template's columns, for correction and another import, with reason and line at the end. */
async function refusedSheet(companyId: string, ref: ImportRef, language: Language): Promise<Sheet> {
  const stored = await getImport(tableOf(companyId), ref)
  const bytes = stored && (await filesOf(companyId).get(stored.source))
  if (!bytes) throw notFound('ERR_IMPORT_FILE_GONE', 'The file of this import is not kept any more')
  const { name, reason, line, reasons } = REFUSED_WORDS[language]
  return {
    name,
    header: [...CONTACT_HEADER, reason, line],
    rows: refusedCells(bytes, stored, reasons),
  }
}

async function* refusedCells(
  bytes: Uint8Array,
  { layout, line }: StoredImport,
  reasons: RefusedWords['reasons'],
): AsyncGenerator<string[]> {
  for await (const row of readContacts(bytes, layout ?? undefined)) {
    // A cancelled import never reached these lines, so they were not refused.
    if (row.line > line) return
    if (row.kind === 'refused') yield [...cellsOf(row.written), reasons[row.reason], String(row.line)]
  }
}

async function extractedSheet(companyId: string, whatsappId: string, language: Language): Promise<Sheet> {
  const table = tableOf(companyId)
  const connection = await getConnection(table, whatsappId)
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND')
  return extractedContactsSheet(table, connection, language)
}

async function campaignSheet(companyId: string, campaignId: string, language: Language): Promise<Sheet> {
  const table = tableOf(companyId)
  const campaign = await getCampaign(table, campaignId)
  if (!campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  return shippingsSheet(table, campaign, language)
}
