import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { noteReachOutLock, type ReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import {
  acknowledged,
  heldBack,
  type MessageRef,
  REACH_OUT_REFUSED,
} from '@recado/shared/campaigns/engine/results'
import { getHealth, type HealthRow, holdByWhatsApp } from '@recado/shared/connections/health-store'
import type { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Phones } from './phones.ts'

interface Asked {
  /** WhatsApp's report about the account, requested because of the answer. */
  standing(): ReachOutLock
  phones: Phones
  /** Mutant: settles messages refused by a lock for good. */
  holdFails: boolean
}

/** The socket service's reaction to WhatsApp's answer to a message. */
export async function answered(
  ports: EnginePorts,
  ref: MessageRef,
  error: string | undefined,
  { standing, phones, holdFails }: Asked,
): Promise<void> {
  if (error !== REACH_OUT_REFUSED) return acknowledged(ports, ref, error)
  const { companyId, connectionId, messageId } = ref
  const lock = standing()
  phones.heldBack.delete(messageId)
  if (!lock.isActive) return acknowledged(ports, ref, error)
  phones.heldBack.add(messageId)
  await noteReachOutLock(ports, companyId, connectionId, lock)
  const health = await getHealth(new TenantTable(ports.table, companyId), connectionId)
  const hold = holdFails ? undefined : holdByWhatsApp(health, ports.now())
  await (hold ? heldBack(ports, ref, hold) : acknowledged(ports, ref, error))
}

/** The known end of an account's lock, in milliseconds since 1970. */
export function knownLock(table: MemoryTable, companyId: string, connectionId: string): number {
  for (const row of table.rows())
    if (row.pk === `${companyId}#HEALTH` && row.sk === connectionId)
      return (row as HealthRow).lockedUntil ?? 0
  return 0
}
