import { firstOf } from '../first-of.ts'
import { firstIdOf, newId } from '../ids.ts'
import { rowsInStrides } from '../table/pages.ts'
import { type All, type Key, partition, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type AuditEntry, auditEntry, type Deed } from './audit.ts'

/** With the attributes that filters use. */
type StoredEntry = AuditEntry & { whoId: string; domain: string }

const PARTITION = partition<StoredEntry>('AUDIT')
const auditKey = (id: string): Key<StoredEntry> => ({ pk: PARTITION, sk: id })

/**
 * Records an action before it is done, so that nothing is done without a trace.
 * @param now milliseconds since 1970
 * @param refused the code of a refusal, if it is known already
 * @returns the entry's id
 */
export async function recordDeed(
  table: TenantTable,
  deed: Deed,
  now: number,
  refused: string | null = null,
): Promise<string> {
  const id = newId(now)
  const [domain = ''] = deed.action.split('.')
  const entry: StoredEntry = {
    ...deed,
    id,
    at: new Date(now).toISOString(),
    reason: deed.reason ?? null,
    until: deed.until ?? null,
    refused,
    whoId: deed.who.id,
    domain,
  }
  await table.put({ ...entry, ...auditKey(id) })
  return id
}

/** Records that the action was refused, with its code. */
export const recordRefusal = (table: TenantTable, id: string, refused: string) =>
  table.update(auditKey(id), { set: { refused } }, { pk: { exists: true } })

/** Records the result of an action: the id of a created record, or the record's name. */
export const recordResult = (
  table: TenantTable,
  id: string,
  result: Partial<Pick<AuditEntry, 'target' | 'targetName'>>,
) => table.update(auditKey(id), { set: result }, { pk: { exists: true } })

/** A filter of entries; by default all. */
export interface AuditQuery {
  /** The id of the acting user. */
  userId?: string | undefined
  /** The domain of the action: the beginning of `action`. */
  domain?: string | undefined
  /** From this moment on and before that one, milliseconds since 1970. */
  from?: number | undefined
  before?: number | undefined
}

/** Newest first. `after` is where the next page begins. */
export async function pageOfAudit(
  table: TenantTable,
  { userId, domain, from, before }: AuditQuery,
  { after: given, limit }: { after?: string | undefined; limit: number },
): Promise<{ rows: AuditEntry[]; after?: string }> {
  const filter: All<StoredEntry> = { ...(userId && { whoId: userId }), ...(domain && { domain }) }
  const query = {
    pk: PARTITION,
    descending: true,
    after: given ?? (before === undefined ? undefined : firstIdOf(before)),
    ...(Object.keys(filter).length > 0 && { filter }),
  }
  const oldest = from === undefined ? '' : firstIdOf(from)
  const rows: Row<StoredEntry>[] = []
  for await (const row of rowsInStrides(table, query, limit + 1, oldest)) {
    rows.push(row)
    if (rows.length > limit) break
  }
  const shown = firstOf(rows, limit)
  return {
    rows: shown.map((row) => auditEntry.parse(row)),
    ...(rows.length > limit && { after: shown.at(-1)?.sk ?? '' }),
  }
}
