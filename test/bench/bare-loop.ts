import { randomUUID } from 'node:crypto'
import { SENT_AT_ONCE } from '@recado/shared/queues/queues'
import { keyIn, updateRow } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'

const TEXT = 'Bom dia, Contato 123! Temos novidades para você.'

/** The writes of this number of messages, one after the other: no reads, no rules, no queues. */
export async function bareLoop(table: TenantTable, messages: number): Promise<void> {
  const counts = keyIn<Counts>('COUNTS', 'C')
  await table.put({ ...counts, open: messages })
  await table.putMany(
    Array.from({ length: messages }, (_, place) => ({
      ...rowKey(place),
      status: 'PENDING' as const,
      attempt: 1,
    })),
  )
  for (let place = 0; place < messages; place++) {
    const messageId = randomUUID()
    const at = new Date().toISOString()
    if (place % SENT_AT_ONCE === 0) await table.put({ ...chain, seq: place, nextAt: Date.now() })
    await table.put({ ...keyIn<Message>('SENT', messageId), text: TEXT, at, place })
    await table.update(
      rowKey(place),
      { set: { status: 'SENDING', messageId, claimedAt: Date.now() } },
      { status: 'PENDING', attempt: 1 },
    )
    await table.transact([
      updateRow(rowKey(place), { set: { status: 'SENDED', sentAt: at } }, { status: 'SENDING', messageId }),
      updateRow(counts, { add: { sent: 1, open: -1 } }, { pk: { exists: true } }),
    ])
    await table.put(
      { ...keyIn<Message>(`MESSAGES#${place}`, messageId), text: TEXT, at },
      { pk: { exists: false } },
    )
    await table.update(keyIn<Conversation>('CONVERSATIONS', String(place)), {
      set: { lastAt: at, preview: TEXT },
    })
  }
}

const chain = keyIn<{ seq: number; nextAt: number }>('CHAINS', 'C')
const rowKey = (place: number) => keyIn<Recipient>(`LEDGER#${place % 8}`, String(place).padStart(8, '0'))

interface Counts {
  open: number
  sent?: number
}

interface Recipient {
  status: 'PENDING' | 'SENDING' | 'SENDED'
  attempt: number
  messageId?: string
  claimedAt?: number
  sentAt?: string
}

interface Message {
  text: string
  at: string
  place?: number
}

interface Conversation {
  lastAt: string
  preview: string
}
