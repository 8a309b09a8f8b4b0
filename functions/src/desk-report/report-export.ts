import type { ReportQuery } from '@recado/shared/desk-report/report'
import { reportSheet } from '@recado/shared/desk-report/report-sheet'
import type { FileAnswer } from '@recado/shared/http/contract'
import type { Language } from '@recado/shared/language'
import type { Actor } from '@recado/shared/sessions/session'
import { fileOfSheet } from '../exports/exports.ts'
import { figures } from './desk-report.ts'

/** The figures of the report as a spreadsheet. @throws DomainError any of the route's */
export const exported = async (
  actor: Actor,
  { language, ...query }: ReportQuery & { language: Language },
): Promise<FileAnswer> =>
  fileOfSheet(actor.companyId, reportSheet(await figures(actor, query), language), language)
