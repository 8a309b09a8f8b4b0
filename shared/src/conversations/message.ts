import { ACK_LEVELS, type AckLevel } from '../campaigns/shipping.ts'
import { firstOf } from '../first-of.ts'
import { type Change, committed, type Key, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Chat } from './chat.ts'
import type { Content } from './content.ts'
import type { Person } from './inbound.ts'

/** A message of a conversation as it is stored. */
export interface StoredMessage {
  connectionId: string
  chat: Chat
  messageId: string
  /** Its place in the conversation, ISO 8601; no two of a conversation that came in order share one. */
  at: string
  fromMe: boolean
  /** Where one of the company's messages was written. */
  origin?: 'phone' | 'campaign' | 'user'
  /** Who wrote it in a group. */
  sender?: Person
  name?: string
  content: Content
  quoted?: string
  /** As WhatsApp has it, base64. */
  original?: string
  /** Of the company's own messages: where they are on their way. */
  status?: 'PENDING' | 'SENDING' | 'SENT' | 'FAILED'
  level?: AckLevel
  failureCode?: string
  claimedAt?: number
  editedAt?: string
  deletedAt?: string
}

/** A claimed message that nothing was heard of for so long has an unknown outcome, in milliseconds. */
const CLAIM_MS = 60_000

/** What a message has come to: a claim that ran out without an answer is neither sent nor failed. */
export const outcomeOf = ({ status, claimedAt = 0 }: StoredMessage, now: number) =>
  status === 'SENDING' && now >= claimedAt + CLAIM_MS ? 'UNKNOWN_OUTCOME' : status

const partitionOf = (connectionId: string, chat: Chat) => `MESSAGES#${connectionId}#${chat}`

export const messageKey = ({
  connectionId,
  chat,
  at,
  messageId,
}: Pick<StoredMessage, 'connectionId' | 'chat' | 'at' | 'messageId'>): Key => ({
  pk: partitionOf(connectionId, chat),
  sk: `${at}#${messageId}`,
})

export const getMessage = (table: TenantTable, at: Parameters<typeof messageKey>[0]) =>
  table.get<StoredMessage>(messageKey(at))

/** A message that came in or was written here, by WhatsApp's id of it. Campaign messages are found as sent ones. */
export async function messageOfId(
  table: TenantTable,
  connectionId: string,
  of: Named,
): Promise<StoredMessage | undefined> {
  const place = await getPlace(table, connectionId, of)
  return place && getMessage(table, { connectionId, ...of, chat: place.chat, at: place.at })
}

/** PENDING → SENDING, before anything is written to the wire. @returns whether this claim won */
export const claimMessage = (
  table: TenantTable,
  at: Parameters<typeof messageKey>[0],
  claim: { claimedAt: number; fence: number },
): Promise<boolean> =>
  committed(table.update(messageKey(at), { set: { status: 'SENDING', ...claim } }, { status: 'PENDING' }))

/** A conversation's messages, the newest first. */
export const pageOfMessages = (
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  { before, limit }: { before?: string | undefined; limit: number },
) =>
  table.query<StoredMessage>({
    pk: partitionOf(connectionId, chat),
    after: before,
    limit,
    descending: true,
    consistent: true,
  })

/** Where a message that came in stands: what makes it one, and how reactions, edits and receipts find it. */
export interface MessagePlace {
  chat: Chat
  at: string
}
export const placeKey = (connectionId: string, { messageId, fromMe }: Named): Key => ({
  pk: `MESSAGE-PLACES#${connectionId}`,
  sk: `${messageId}#${fromMe ? 'me' : 'them'}`,
})
type Named = Pick<StoredMessage, 'messageId' | 'fromMe'>
export const getPlace = (table: TenantTable, connectionId: string, of: Named) =>
  table.get<MessagePlace>(placeKey(connectionId, of))

export const messageWrite = (message: StoredMessage): Write => ({
  put: { ...message, ...messageKey(message) },
})

/** @returns whether there is such a message */
export const changeMessage = (
  table: TenantTable,
  at: Parameters<typeof messageKey>[0],
  change: Change,
): Promise<boolean> => committed(table.update(messageKey(at), change, { pk: { exists: true } }))

/** One of the company's messages was refused; one that has been sent stays so. */
export const failMessage = (
  table: TenantTable,
  at: Parameters<typeof messageKey>[0],
  failureCode: string,
): Promise<boolean> =>
  committed(
    table.update(
      messageKey(at),
      { set: { status: 'FAILED', failureCode } },
      {
        status: { in: ['PENDING', 'SENDING'] },
      },
    ),
  )

/** Raises how far one of the company's messages has come; never lowers it. @returns whether it rose */
export function raiseMessageLevel(
  table: TenantTable,
  at: Parameters<typeof messageKey>[0],
  level: AckLevel,
): Promise<boolean> {
  const below = firstOf(ACK_LEVELS, ACK_LEVELS.indexOf(level))
  const set = { level, status: 'SENT' }
  return committed(
    table.update(messageKey(at), { set, remove: ['failureCode'] }, [
      { messageId: at.messageId, level: { in: below } },
      { messageId: at.messageId, level: { exists: false } },
    ]),
  )
}
