import { type Address, rememberAddress } from '../../contacts/addresses.ts'
import { canonicalKey } from '../../contacts/canonical-key.ts'
import { isGroup, jidOf } from '../../conversations/chat.ts'
import { getGroup } from '../../groups/store.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../recipient.ts'
import type { Line } from './deliver.ts'
import type { Ports } from './ports.ts'

/**
 * Where a recipient is found on WhatsApp, made ready to be written to. Of a number WhatsApp is asked at most
 * once in 30 days.
 * @param known what it answered before, by canonical number
 * @returns undefined where WhatsApp could not be asked now
 */
export async function addressOf(
  ports: Ports,
  table: TenantTable,
  line: Line,
  recipient: Recipient,
  known: ReadonlyMap<string, Address>,
): Promise<Address | undefined> {
  try {
    const address = await whereabouts(ports, table, line, recipient, known)
    if (address.jid) await line.prepare(address.jid)
    return address
  } catch {
    return undefined
  }
}

async function whereabouts(
  ports: Ports,
  table: TenantTable,
  line: Line,
  { number, chat }: Recipient,
  known: ReadonlyMap<string, Address>,
): Promise<Address> {
  if (chat && isGroup(chat)) {
    const exists = (await getGroup(table, line.connectionId, number)) !== undefined
    return { exists, jid: exists ? jidOf(chat) : null }
  }
  const answered = known.get(canonicalKey(number))
  if (answered) return answered
  const address = await line.lookUp(number)
  await rememberAddress(table, number, address, ports.now())
  return address
}
