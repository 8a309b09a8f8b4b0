import { HANDOVER_CODE_SECONDS, HANDOVER_SECONDS } from '@recado/shared/sessions/session'
import { handoverIndex } from '@recado/shared/table/indexes'
import { committed, putRow } from '@recado/shared/table/table'
import { ports } from '../context.ts'
import { digestOf } from '../credentials/one-time-token.ts'

const keyOf = (id: string) => handoverIndex.key(digestOf(id))

/**
 * The moment at which a handover must be valid, in milliseconds since 1970: now, or the time it asked for a code
 * that it still awaits. Undefined for a used handover.
 */
export async function presentedAt(id: string): Promise<number | undefined> {
  const now = ports.now()
  const use = await ports.table.get(keyOf(id))
  if (!use) return now
  if (use.isUsed) return undefined
  return now < use.askedAt + HANDOVER_CODE_SECONDS * 1000 ? use.askedAt : now
}

/**
 * Records that a handover asked for a code. A repetition keeps the first moment. @returns false for a used handover
 */
export async function noteAsked(id: string): Promise<boolean> {
  const now = ports.now()
  const use = { isUsed: false, askedAt: now, expiresAt: endOf(now) }
  if (await committed(ports.table.put({ ...keyOf(id), ...use }, { pk: { exists: false } }))) return true
  return (await presentedAt(id)) !== undefined
}

/** Marks a handover as used. @returns false if it was used before */
export function useHandover(id: string): Promise<boolean> {
  const now = ports.now()
  const used = { isUsed: true, askedAt: now, expiresAt: endOf(now) }
  const isUnused = [{ pk: { exists: false } }, { isUsed: false }] as const
  return committed(ports.table.transact([putRow({ ...keyOf(id), ...used }, isUnused)]))
}

/** When the row may expire: the handover is invalid by then. */
const endOf = (now: number) => Math.floor(now / 1000) + HANDOVER_CODE_SECONDS + 2 * HANDOVER_SECONDS
