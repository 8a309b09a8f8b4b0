import type { ErrorCode } from '../errors/error-codes.ts'
import type { All } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { BlocksTarget } from './into-blocks.ts'
import { ContactsTarget } from './into-contacts.ts'
import { ListTarget } from './into-list.ts'
import type { ImportPorts, ImportTarget } from './ports.ts'
import { endImport, getImport, importOf, type StoredImport } from './store.ts'

/**
 * Ends an import and publishes its end. Deletes the file if no row was refused, and the file of an unfinished search.
 * @param when a further condition
 * @returns false if it had ended before, or the condition did not hold
 */
export async function endAndTell(
  ports: ImportPorts,
  table: TenantTable,
  ref: StoredImport,
  how: { status: StoredImport['status']; error: ErrorCode | null },
  when?: All<StoredImport>,
): Promise<boolean> {
  await announceHandover(ports, table, ref, how.status)
  if (!(await endImport(table, ref, how, new Date(ports.now()).toISOString(), when))) return false
  if (ref.foundSoFar) await ports.files.delete(ref.foundSoFar)
  const stored = await getImport(table, ref)
  if (!stored) return true
  const { companyId } = table
  const target = targetOf(ports, table, stored)
  const action = how.status === 'DONE' ? 'imported' : 'error'
  await ports.publish({ companyId, topic: target.topic, action, body: { ...importOf(stored) } })
  await target.publishChange()
  if (stored.refused === 0 && stored.source) await ports.files.delete(stored.source)
  return true
}

/** Publishes the progress of an import. */
export function publishProgress(ports: ImportPorts, table: TenantTable, state: StoredImport): Promise<void> {
  const { importId, total, read, imported, duplicated, refused } = state
  const body = { importId, total, read, imported, duplicated, refused }
  const { companyId } = table
  const { topic } = targetOf(ports, table, state)
  return ports.publish({ companyId, topic, action: 'importing', body })
}

/** Ends an import without progress as lost, so that its list is free. Its imported contacts stay. */
export const endLost = (ports: ImportPorts, table: TenantTable, lost: StoredImport): Promise<boolean> =>
  endAndTell(ports, table, lost, { status: 'FAILED', error: 'ERR_IMPORT_LOST' })

/** Queues the handover before the import ends, because the process may die after the end. The job waits for the end. */
async function announceHandover(
  ports: ImportPorts,
  { companyId }: TenantTable,
  { sync, contactListId, importId }: StoredImport,
  status: StoredImport['status'],
): Promise<void> {
  if (sync && contactListId && status === 'DONE')
    await ports.queues.send('handovers', { companyId, contactListId, importId, tries: 0 })
}

/** The target of an import. */
export function targetOf(
  ports: ImportPorts,
  table: TenantTable,
  { contactListId, into }: Pick<StoredImport, 'contactListId' | 'into'>,
): ImportTarget {
  if (contactListId) return new ListTarget(ports, table, contactListId)
  return into ? new ContactsTarget(ports, table) : new BlocksTarget(ports, table)
}
