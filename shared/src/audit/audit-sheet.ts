import type { Sheet } from '../spreadsheets/sheet.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { AuditEntry } from './audit.ts'
import { type AuditQuery, pageOfAudit } from './store.ts'

const HEADER = [
  'data',
  'quem',
  'suporte',
  'ação',
  'alvo',
  'nome',
  'campos',
  'motivo',
  'endereço',
  'local',
  'navegador',
  'recusado',
]

/** The audit trail as a spreadsheet, newest first; moments as ISO 8601 in UTC. */
export const auditSheet = (table: TenantTable, query: AuditQuery): Sheet => ({
  name: 'Auditoria',
  header: HEADER,
  rows: cellsOfAll(table, query),
})

const ROWS_AT_ONCE = 1000

async function* cellsOfAll(table: TenantTable, query: AuditQuery): AsyncGenerator<string[]> {
  let after: string | undefined
  do {
    const page = await pageOfAudit(table, query, { after, limit: ROWS_AT_ONCE })
    for (const entry of page.rows) yield cellsOf(entry)
    after = page.after
  } while (after !== undefined)
}

const cellsOf = ({
  at,
  who,
  action,
  target,
  targetName,
  fields,
  reason,
  from,
  refused,
}: AuditEntry): string[] => [
  at,
  who.name,
  who.support ? 'sim' : '',
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
