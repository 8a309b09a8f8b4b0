import { isBlocked } from '../../contact-blocks/store.ts'
import { type Address, NumberUnanswered, rememberAddress } from '../../contacts/addresses.ts'
import { canonicalKey } from '../../contacts/canonical-key.ts'
import { isGroup, jidOf } from '../../conversations/chat.ts'
import { getGroup } from '../../groups/store.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../recipient.ts'
import type { Line } from './deliver.ts'
import type { Ports } from './ports.ts'

/** Where a recipient is found on WhatsApp, and what it took to know. */
export interface Whereabouts extends Address {
  /** WhatsApp was asked for it just now. */
  asked: boolean
  /** WhatsApp was not asked, since the number is blocked. */
  blocked?: true
  /** WhatsApp was asked and said nothing about the number: it is asked again when the chain comes back to it. */
  unanswered?: true
}

/**
 * Where a recipient is found on WhatsApp, made ready to be written to. WhatsApp is asked about a number at most
 * once in 30 days, and never about a blocked one.
 * @param known what it answered before, by canonical number
 * @returns undefined where WhatsApp could not be asked now
 */
export async function addressOf(
  ports: Ports,
  table: TenantTable,
  line: Line,
  recipient: Recipient,
  known: ReadonlyMap<string, Address>,
): Promise<Whereabouts | undefined> {
  try {
    const address = await whereabouts(ports, table, line, recipient, known)
    if (address.jid) await line.prepare(address.jid)
    return address
  } catch (error) {
    if (error instanceof NumberUnanswered) return { exists: true, jid: null, asked: true, unanswered: true }
    return undefined
  }
}

async function whereabouts(
  ports: Ports,
  table: TenantTable,
  line: Line,
  { number, chat }: Recipient,
  known: ReadonlyMap<string, Address>,
): Promise<Whereabouts> {
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
