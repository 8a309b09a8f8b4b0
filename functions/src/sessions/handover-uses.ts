import { HANDOVER_CODE_SECONDS, HANDOVER_SECONDS } from '@recado/shared/sessions/session'
import { handoverIndex } from '@recado/shared/table/indexes'
import { committed } from '@recado/shared/table/table'
import { ports } from '../context.ts'
import { digestOf } from './one-time-token.ts'

/** What became of a handover: it was used, or it asked for a code and waits for it. */
interface Use {
  isUsed: boolean
  /** When it asked for a code, in milliseconds since 1970. */
  askedAt: number
}

const keyOf = (id: string) => handoverIndex.key(digestOf(id))

/**
 * The moment a handover has to be good at, in milliseconds since 1970: now, or when it asked for the code that it still
 * waits for. undefined where it was used.
 */
export async function presentedAt(id: string): Promise<number | undefined> {
  const now = ports.now()
  const use = await ports.table.get<Use>(keyOf(id))
  if (!use) return now
  if (use.isUsed) return undefined
  return now < use.askedAt + HANDOVER_CODE_SECONDS * 1000 ? use.askedAt : now
}

/** A handover asks for a code; asked again, it keeps its first moment. @returns false where it was used */
export async function noteAsked(id: string): Promise<boolean> {
  const now = ports.now()
  const use = { isUsed: false, askedAt: now, expiresAt: endOf(now) }
  if (await committed(ports.table.put({ ...keyOf(id), ...use }, { pk: { exists: false } }))) return true
  return (await presentedAt(id)) !== undefined
}

/** Uses a handover up. @returns false where it was used before */
export function useHandover(id: string): Promise<boolean> {
  const now = ports.now()
  const used = { isUsed: true, askedAt: now, expiresAt: endOf(now) }
  return committed(ports.table.put({ ...keyOf(id), ...used }, [{ pk: { exists: false } }, { isUsed: false }]))
}

/** When the row may go: the handover is good no more by then. */
const endOf = (now: number) => Math.floor(now / 1000) + HANDOVER_CODE_SECONDS + 2 * HANDOVER_SECONDS
