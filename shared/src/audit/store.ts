import { firstOf } from '../first-of.ts'
import { firstIdOf, newId } from '../ids.ts'
import type { All, Key, Page, Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type AuditEntry, auditEntry, type Deed } from './audit.ts'

/** With what entries are filtered by. */
type StoredEntry = AuditEntry & { whoId: string; domain: string }

const PARTITION = 'AUDIT'
const auditKey = (id: string): Key => ({ pk: PARTITION, sk: id })

/**
 * Records a deed before it is done, so that nothing is ever done without a trace.
 * @param now milliseconds since 1970
 * @param refused why it came to nothing, a code, where that is known already
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
    refused,
    whoId: deed.who.id,
    domain,
  }
  await table.put({ ...entry, ...auditKey(id) }, { pk: { exists: false } })
  return id
}

/** It came to nothing, for this reason. */
export const recordRefusal = (table: TenantTable, id: string, refused: string) =>
  table.update(auditKey(id), { set: { refused } }, { pk: { exists: true } })

/** Which entries are wanted; all of them where nothing is said. */
export interface AuditQuery {
  /** Who did it, a user's id. */
  userId?: string | undefined
  /** What part of the company it was done to: the beginning of its action. */
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
  const filter: All = { ...(userId && { whoId: userId }), ...(domain && { domain }) }
  const oldest = from === undefined ? '' : firstIdOf(from)
  const rows: Row<StoredEntry>[] = []
  let after = given ?? (before === undefined ? undefined : firstIdOf(before))
  do {
    const page: Page<StoredEntry> = await table.query<StoredEntry>({
      pk: PARTITION,
      descending: true,
      after,
      limit: LOOKED_THROUGH,
      ...(Object.keys(filter).length > 0 && { filter }),
    })
    rows.push(...page.rows.filter(({ sk }) => sk >= oldest))
    after = page.after !== undefined && page.after >= oldest ? page.after : undefined
  } while (after !== undefined && rows.length <= limit)
  const shown = firstOf(rows, limit)
  return {
    rows: shown.map((row) => auditEntry.parse(row)),
    ...(rows.length > limit && { after: shown.at(-1)?.sk ?? '' }),
  }
}

/** Entries looked through at a time. */
const LOOKED_THROUGH = 500
