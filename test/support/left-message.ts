import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { ledgerId, type Recipient, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCompany, aConnection } from './builders.ts'
import { enginePorts } from './engine-ports.ts'
import { aLine } from './line.ts'
import { aLedger } from './stored-campaigns.ts'

/**
 * A campaign's message to a number has left, and WhatsApp's server has not acknowledged it yet.
 * @param now milliseconds since 1970
 */
export async function aMessageThatLeft(number: string, now: number) {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => now)
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  const connectionId = connection.id
  await putConnection(table, connection)
  const campaignId = await aLedger(table, connectionId, [number], { message1: 'Oi' })
  await joinChain(ports, 'A', connectionId, campaignId)
  let messageId = ''
  const line = aLine(connectionId, {
    prepare: async (jid) => ({ jid, number }),
    send: async (_, sent) => {
      messageId = sent.messageId
    },
  })
  const at = { ledger: ledgerId(campaignId, 1), place: 0 }
  const epoch = (await getChain(table, connectionId))?.epoch ?? 0
  await deliver(
    { ...ports, waitUntil: async () => {}, newClaim: () => 'a claim' },
    line,
    {
      kind: 'send',
      companyId: 'A',
      connectionId,
      epoch,
      recipients: [{ campaignId, ...at, attempt: 1 }],
      notBefore: now,
      intervalMs: 0,
    },
    now,
  )
  return {
    table,
    ports,
    connectionId,
    campaignId,
    messageId,
    /** The message, as its acknowledgement and its receipts name it. */
    ref: { companyId: 'A', connectionId, messageId },
    recipient: () => table.get(recipientKey(at)),
    /** Changes the recipient's row. */
    setRecipient: (set: Partial<Recipient>) => table.update(recipientKey(at), { set }),
  }
}
