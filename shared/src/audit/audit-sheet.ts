import type { Language } from '../language.ts'
import type { Sheet } from '../spreadsheets/sheet.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { AuditEntry } from './audit.ts'
import { AUDIT_COLUMNS, AUDIT_WORDS } from './audit-words.ts'
import { type AuditQuery, pageOfAudit } from './store.ts'

/** The audit trail as a spreadsheet, newest first; moments as ISO 8601 in UTC. */
export function auditSheet(table: TenantTable, query: AuditQuery, language: Language): Sheet {
  const { name, columns, yes } = AUDIT_WORDS[language]
  return {
    name,
    header: AUDIT_COLUMNS.map((column) => columns[column]),
    rows: cellsOfAll(table, query, yes),
  }
}

const ROWS_AT_ONCE = 1000

async function* cellsOfAll(table: TenantTable, query: AuditQuery, yes: string): AsyncGenerator<string[]> {
  let after: string | undefined
  do {
    const page = await pageOfAudit(table, query, { after, limit: ROWS_AT_ONCE })
    for (const entry of page.rows) yield cellsOf(entry, yes)
    after = page.after
  } while (after !== undefined)
}

const cellsOf = (
  { at, who, action, target, targetName, fields, reason, from, refused }: AuditEntry,
  yes: string,
): string[] => [
  at,
  who.name,
  who.support ? yes : '',
  action,
  target ?? '',
  targetName ?? '',
  fields.join(', '),
  reason ?? '',
  from.address,
  from.place ?? '',
  from.agent ?? '',
  refused ?? '',
]
