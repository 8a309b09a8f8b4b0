import { resumeChain } from '@recado/shared/campaigns/engine/chain'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ServicePorts } from '../ports/ports.ts'
import { takeUpWaiting } from './messages.ts'

/**
 * Goes on with everything that waited for a connection: first people's messages, then campaigns.
 * @param fence of the lease under which it opened
 * @param openedAt milliseconds since 1970
 */
export async function resumeSending(
  ports: ServicePorts,
  table: TenantTable,
  connectionId: string,
  { fence, openedAt }: { fence: number; openedAt: number },
): Promise<void> {
  await takeUpWaiting(ports, table, connectionId, `${fence}-${openedAt}`)
  await resumeChain(ports, table.companyId, connectionId, openedAt)
}
