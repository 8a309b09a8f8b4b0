import type { TenantTable } from '../table/tenant.ts'
import { BlocksTarget } from './into-blocks.ts'
import { ListTarget } from './into-list.ts'
import type { ImportPorts, ImportTarget } from './ports.ts'
import { endImport, getImport, importOf, type StoredImport } from './store.ts'

/** Ends an import, and tells of it. A file whose rows all came in is not needed any more. @returns whether it had not ended */
export async function endAndTell(
  ports: ImportPorts,
  table: TenantTable,
  ref: StoredImport,
  how: Pick<StoredImport, 'status' | 'error'>,
): Promise<boolean> {
  await announceHandover(ports, table, ref, how.status)
  if (!(await endImport(table, ref, how, new Date(ports.now()).toISOString()))) return false
  const stored = await getImport(table, ref)
  if (!stored) return true
  const { companyId } = table
  const target = targetOf(ports, table, stored)
  const action = how.status === 'DONE' ? 'imported' : 'error'
  await ports.publish({ companyId, topic: target.topic, action, body: { ...importOf(stored) } })
  await target.tell()
  if (stored.refused === 0) await ports.files.delete(stored.source)
  return true
}

/** Queued before the end, which might be the last that this process does: it waits there until the import has ended. */
async function announceHandover(
  ports: ImportPorts,
  { companyId }: TenantTable,
  { sync, contactListId, importId }: StoredImport,
  status: StoredImport['status'],
): Promise<void> {
  if (sync && contactListId && status === 'DONE')
    await ports.queues.send('handovers', { companyId, contactListId, importId, tries: 0 })
}

/** Where what an import reads goes. */
export const targetOf = (
  ports: ImportPorts,
  table: TenantTable,
  { contactListId }: StoredImport,
): ImportTarget =>
  contactListId ? new ListTarget(ports, table, contactListId) : new BlocksTarget(ports, table)
