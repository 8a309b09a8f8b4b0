import { getHealth, holdByWhatsApp } from '../../connections/health-store.ts'
import { isBlocked } from '../../contact-blocks/store.ts'
import { getGroup } from '../../groups/store.ts'
import { isGroup, jidOf } from '../../messages/chat.ts'
import { type Address, NumberUnanswered, rememberAddress } from '../../phone-numbers/addresses.ts'
import { canonicalKey } from '../../phone-numbers/canonical-key.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../ledger/recipient.ts'
import { Unreachable, type UnreachableReason } from '../ledger/unreachable.ts'
import { type Line, NotInGroup, type Route } from './line.ts'
import type { EnginePorts } from './ports.ts'

/** A recipient's address on WhatsApp, and how it was found. */
export interface Whereabouts {
  /** Whether WhatsApp knows the number, or the account is in the group. */
  exists: boolean
  /** The destination of the message; absent if there is none. */
  route?: Route
  /** This call asked WhatsApp for it. */
  asked: boolean
  /** WhatsApp was not asked, because the number is blocked. */
  blocked?: true
}

/** Only this recipient cannot be written to now; others can. */
export interface OutOfReach {
  outOfReach: UnreachableReason
}

/**
 * Finds a recipient's address on WhatsApp and prepares the line for it. WhatsApp is asked about a number at most
 * once in 30 days, and never about a blocked one.
 * @param known WhatsApp's earlier answers, by canonical number
 * @returns undefined if WhatsApp could not be asked now: the line is closed, or the account is held back
 * @throws any other error of the line or of the table
 */
export async function addressOf(
  ports: EnginePorts,
  table: TenantTable,
  line: Line,
  recipient: Recipient,
  known: ReadonlyMap<string, Address>,
): Promise<Whereabouts | OutOfReach | undefined> {
  try {
    const { jid, ...found } = await whereabouts(ports, table, line, recipient, known)
    return jid ? { ...found, route: await line.prepare(jid, recipient.address) } : found
  } catch (error) {
    if (error instanceof NotInGroup) return { exists: false, asked: true }
    if (error instanceof Unreachable) return { outOfReach: error.reason }
    if (error instanceof NumberUnanswered) return { outOfReach: 'NO_ANSWER' }
    if (!line.isOpen()) return undefined
    // WhatsApp refuses questions about numbers for a while: the code that asked has stored this hold.
    if (holdByWhatsApp(await getHealth(table, line.connectionId), ports.now())) return undefined
    throw error
  }
}

/** A recipient's address before the line is prepared for it. */
type Found = Address & Pick<Whereabouts, 'asked' | 'blocked'>

async function whereabouts(
  ports: EnginePorts,
  table: TenantTable,
  line: Line,
  { number, chat }: Recipient,
  known: ReadonlyMap<string, Address>,
): Promise<Found> {
  if (chat && isGroup(chat)) {
    const exists = (await getGroup(table, line.connectionId, number)) !== undefined
    return { exists, jid: exists ? jidOf(chat) : null, asked: false }
  }
  const answered = known.get(canonicalKey(number))
  if (answered) return { ...answered, asked: false }
  if (await isBlocked(table, number)) return { exists: true, jid: null, asked: false, blocked: true }
  const address = await line.lookUp(number)
  await rememberAddress(table, number, address, ports.now())
  return { ...address, asked: true }
}
