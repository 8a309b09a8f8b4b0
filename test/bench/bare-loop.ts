import { randomUUID } from 'node:crypto'
import { SENT_AT_ONCE } from '@recado/shared/queues/queues'
import type { TenantTable } from '@recado/shared/table/tenant'

const TEXT = 'Bom dia, Contato 123! Temos novidades para você.'

/** The writes of so many messages, one after the other, and nothing else: no reading, no rules, no queues. */
export async function bareLoop(table: TenantTable, messages: number): Promise<void> {
  const counts = { pk: 'COUNTS', sk: 'C' }
  await table.put({ ...counts, open: messages })
  await table.putMany(
    Array.from({ length: messages }, (_, place) => ({ ...rowKey(place), status: 'PENDING', attempt: 1 })),
  )
  for (let place = 0; place < messages; place++) {
    const messageId = randomUUID()
    const at = new Date().toISOString()
    if (place % SENT_AT_ONCE === 0) await table.put({ pk: 'CHAINS', sk: 'C', seq: place, nextAt: Date.now() })
    await table.put({ pk: 'SENT', sk: messageId, text: TEXT, at, place })
    await table.update(
      rowKey(place),
      { set: { status: 'SENDING', messageId, claimedAt: Date.now() } },
      { status: 'PENDING', attempt: 1 },
    )
    await table.transact([
      {
        update: rowKey(place),
        change: { set: { status: 'SENDED', sentAt: at } },
        when: { status: 'SENDING', messageId },
      },
      { update: counts, change: { add: { sent: 1, open: -1 } }, when: { pk: { exists: true } } },
    ])
    await table.put({ pk: `MESSAGES#${place}`, sk: messageId, text: TEXT, at }, { pk: { exists: false } })
    await table.update({ pk: 'CONVERSATIONS', sk: String(place) }, { set: { lastAt: at, preview: TEXT } })
  }
}

const rowKey = (place: number) => ({ pk: `LEDGER#${place % 8}`, sk: String(place).padStart(8, '0') })
