import { allConnections, getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { notFound } from '@recado/shared/errors/errors'
import type { ExtractedContacts } from '@recado/shared/extractors/extracted'
import type { ExportBegun, FileAnswer } from '@recado/shared/http/contract'
import { knownContacts } from '@recado/shared/known-contacts/known-contacts'
import type { Language } from '@recado/shared/language'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'
import { fileOrExport } from '../exports/exports.ts'

/** Counts of every connection that is linked or was linked earlier. */
export async function counts({ companyId }: Actor): Promise<{ extractedContacts: ExtractedContacts[] }> {
  const table = tableOf(companyId)
  const linked = (await allConnections(table)).filter(({ knownNumber }) => knownNumber !== null)
  return { extractedContacts: await Promise.all(linked.map((connection) => countOf(table, connection))) }
}

/** @throws DomainError ERR_NO_WAPP_FOUND */
export async function exportAll(
  actor: Actor,
  whatsappId: string,
  language: Language,
): Promise<FileAnswer | ExportBegun> {
  const table = tableOf(actor.companyId)
  const connection = await getConnection(table, whatsappId)
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND')
  const { count } = await countOf(table, connection)
  return fileOrExport(actor, { kind: 'extracted-contacts', whatsappId, language }, count)
}

async function countOf(
  table: TenantTable,
  { id, name }: Pick<StoredConnection, 'id' | 'name'>,
): Promise<ExtractedContacts> {
  const people = (await knownContacts(table, id)).filter(({ isContact }) => isContact)
  const count = people.filter(({ number }) => number !== null).length
  return { id, whatsappId: id, whatsapp: { name }, count, unknownNumbers: people.length - count }
}
