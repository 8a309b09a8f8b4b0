import { getHealth, holdByWhatsApp } from '../../connections/health-store.ts'
import { isBlocked } from '../../contact-blocks/store.ts'
import { type Address, NumberUnanswered, rememberAddress } from '../../contacts/addresses.ts'
import { canonicalKey } from '../../contacts/canonical-key.ts'
import { isGroup, jidOf } from '../../conversations/chat.ts'
import { getGroup } from '../../groups/store.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../recipient.ts'
import type { Line, Route } from './deliver.ts'
import type { Ports } from './ports.ts'
import { Unreachable, type UnreachableReason } from './unreachable.ts'

/** Where a recipient is found on WhatsApp, and what it took to know. */
export interface Whereabouts {
  /** Whether WhatsApp knows the number, or the account is in the group. */
  exists: boolean
  /** Where the message goes; absent where there is nothing to write to. */
  route?: Route
  /** WhatsApp was asked for it just now. */
  asked: boolean
  /** WhatsApp was not asked, since the number is blocked. */
  blocked?: true
}

/** The recipient alone cannot be written to now. */
export interface OutOfReach {
  outOfReach: UnreachableReason
}

/**
 * Where a recipient is found on WhatsApp, made ready to be written to. WhatsApp is asked about a number at most
 * once in 30 days, and never about a blocked one.
 * @param known what it answered before, by canonical number
 * @returns undefined where WhatsApp could not be asked now: the line is closed, or the account is held back
 * @throws what is none of these
 */
export async function addressOf(
  ports: Ports,
  table: TenantTable,
  line: Line,
  recipient: Recipient,
  known: ReadonlyMap<string, Address>,
): Promise<Whereabouts | OutOfReach | undefined> {
  try {
    const { jid, ...found } = await whereabouts(ports, table, line, recipient, known)
    return jid ? { ...found, route: await line.prepare(jid, recipient.address) } : found
  } catch (error) {
    if (error instanceof Unreachable) return { outOfReach: error.reason }
    if (error instanceof NumberUnanswered) return { outOfReach: 'NO_ANSWER' }
    if (!line.isOpen()) return undefined
    // WhatsApp refuses questions about numbers for a while: noted where it was asked.
    if (holdByWhatsApp(await getHealth(table, line.connectionId), ports.now())) return undefined
    throw error
  }
}

/** What is known of a recipient before the line is made ready for them. */
type Found = Address & Pick<Whereabouts, 'asked' | 'blocked'>

async function whereabouts(
  ports: Ports,
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
