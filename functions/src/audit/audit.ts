import { type AuditQuery, pageOfAudit } from '@recado/shared/audit/store'
import { localDay } from '@recado/shared/calendar/open-time'
import { timeZoneOf } from '@recado/shared/companies/time-zone'
import type { ExportBegun, FileAnswer } from '@recado/shared/http/contract'
import type { PageQuery } from '@recado/shared/http/paging'
import type { Language } from '@recado/shared/language'
import type { Actor } from '@recado/shared/sessions/session'
import { tableOf } from '../context.ts'
import { fileOrExport } from '../exports/exports.ts'
import { pageOf } from '../http/pages.ts'

interface Filter {
  userId?: string | undefined
  domain?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

export async function page({ companyId }: Actor, query: PageQuery & Filter) {
  const table = tableOf(companyId)
  const wanted = await wantedOf(companyId, query)
  const list = [companyId, 'audit', JSON.stringify(wanted)]
  const { rows, ...end } = await pageOf(list, query, (after, limit) =>
    pageOfAudit(table, wanted, { after, limit }),
  )
  return { records: rows, ...end }
}

/**
 * Rows that a spreadsheet of the trail may have to be written at once. A longer one is written in the background.
 */
const LOOKED_AHEAD = 5_001

export async function exported(
  actor: Actor,
  { language, ...filter }: Filter & { language: Language },
): Promise<FileAnswer | ExportBegun> {
  const { companyId } = actor
  const wanted = await wantedOf(companyId, filter)
  const { rows } = await pageOfAudit(tableOf(companyId), wanted, { limit: LOOKED_AHEAD })
  return fileOrExport(actor, { kind: 'audit', ...wanted, language }, rows.length)
}

/** Dates are of the company's calendar, both inclusive. */
async function wantedOf(
  companyId: string,
  { userId, domain, date_from: first, date_to: last }: Filter,
): Promise<AuditQuery> {
  const timeZone = await timeZoneOf(tableOf(companyId))
  return {
    ...(userId && { userId }),
    ...(domain && { domain }),
    ...(first && { from: localDay(first, timeZone).from }),
    ...(last && { before: localDay(last, timeZone).to }),
  }
}
