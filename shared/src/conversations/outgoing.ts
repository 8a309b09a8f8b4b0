import type { PersonAddress } from '../messages/recipient-ref.ts'
import { allRows, committed, type Key, partition, putRow, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { messageKey, type StoredMessage } from './message.ts'

/** A message that is not on the wire yet. */
export type WaitingMessage = Pick<StoredMessage, 'chat' | 'at' | 'messageId' | 'address'>

/** Rows of failed connections are kept a day, in seconds: nothing else deletes them. */
const KEPT_SECONDS = 24 * 3600

const partitionOf = (connectionId: string) => partition<WaitingMessage>(`OUTGOING#${connectionId}`)

const outgoingKey = (
  connectionId: string,
  { at, messageId }: Pick<WaitingMessage, 'at' | 'messageId'>,
): Key<WaitingMessage> => ({
  pk: partitionOf(connectionId),
  sk: `${at}#${messageId}`,
})

type OutgoingMessage = WaitingMessage & Pick<StoredMessage, 'connectionId'>

/** The row of a message that is not on the wire yet. In the transaction that stores the message. */
export const outgoingWrite = ({ connectionId, chat, at, messageId, address }: OutgoingMessage): Write =>
  putRow({
    ...outgoingKey(connectionId, { at, messageId }),
    chat,
    at,
    messageId,
    ...(address && { address }),
    expiresAt: Math.floor(Date.parse(at) / 1000) + KEPT_SECONDS,
  })

/**
 * SENDING → PENDING, once: WhatsApp refused the message for its address, and it goes to the person's other one. Its id
 * stays, as when the library sends a message again (Baileys#2438): a phone that has it already does not show it twice.
 * @returns whether the message waits now
 */
export const turnMessage = (
  table: TenantTable,
  message: OutgoingMessage,
  address: PersonAddress,
): Promise<boolean> =>
  committed(
    table.transact([
      updateRow(
        messageKey(message),
        { set: { status: 'PENDING', address }, remove: ['claimedAt', 'fence'] },
        [
          { status: 'SENDING', address: { exists: false } },
          // The call that turned it may have died before it queued the sending.
          { status: 'PENDING', address },
        ],
      ),
      outgoingWrite({ ...message, address }),
    ]),
  )

/** Whether a message has its row among those that wait. */
export const isOutgoing = async (
  table: TenantTable,
  connectionId: string,
  message: WaitingMessage,
): Promise<boolean> => (await table.get(outgoingKey(connectionId, message))) !== undefined

/** Forgets a message that was claimed for sending, or failed; not if it waits again meanwhile, for the other address. */
export const forgetOutgoing = async (
  table: TenantTable,
  connectionId: string,
  message: WaitingMessage,
): Promise<void> => {
  const { address = { exists: false } } = message
  await committed(table.delete(outgoingKey(connectionId, message), { address }))
}

/** The messages of a connection that are not on the wire yet, oldest first. @param chat only those of this chat */
export async function outgoingMessages(
  table: TenantTable,
  connectionId: string,
  chat?: string,
): Promise<WaitingMessage[]> {
  const found: WaitingMessage[] = []
  const filter = chat === undefined ? undefined : { chat }
  for await (const row of allRows(table, { pk: partitionOf(connectionId), filter, consistent: true }))
    found.push(row)
  return found
}
