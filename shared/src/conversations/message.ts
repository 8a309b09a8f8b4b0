import { firstOf } from '../first-of.ts'
import { ACK_LEVELS, type AckLevel } from '../messages/ack-level.ts'
import type { Chat } from '../messages/chat.ts'
import { CLAIM_MS } from '../messages/claim-time.ts'
import type { Amendment, StoredContent } from '../messages/content.ts'
import type { Person } from '../messages/inbound.ts'
import type { Automatic, MessageOrigin } from '../messages/origin.ts'
import type { PersonAddress } from '../messages/recipient-ref.ts'
import {
  type Change,
  committed,
  type Key,
  keyIn,
  partition,
  putRow,
  updateRow,
  type Write,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A stored message of a conversation. */
export interface StoredMessage {
  connectionId: string
  chat: Chat
  messageId: string
  /** Its place in the conversation, ISO 8601. Messages of a conversation that came in order have different places. */
  at: string
  fromMe: boolean
  /** Where the company's own message was written. */
  origin?: MessageOrigin
  /** What an automatic message is for. */
  auto?: Automatic
  /** The campaign that it is a message of. */
  campaignId?: string
  /** Its ticket; messages of campaigns, and those with `aside`, may have none. */
  ticketId?: string
  /** The number of a customer's message within its ticket: 1, 2, 3, … */
  seq?: number
  /** A customer's message that belongs to no ticket: it is for a campaign, or was answered before it came here. */
  aside?: 'optOut' | 'confirmation' | 'answered'
  /** The user who wrote it, with the name as it was then. */
  userId?: string
  userName?: string
  /** The browser's id of the message. */
  clientId?: string
  /** The upload that its file came from. */
  uploadId?: string
  /** The words of a person of the company to a stranger: neither side's messages have reached the other yet. */
  firstContact?: true
  /** Forwarded from another conversation. */
  forwarded?: true
  /** The message that was sent in its place, after it failed. */
  retriedAs?: string
  /** Never leaves the company: a note or an event. */
  internal?: true
  /** Ids of the automatic messages that answer it. */
  answers?: string[]
  /** The sender in a group. */
  sender?: Person
  name?: string
  content: StoredContent
  /** Changes of content, reactions and deletion so far: see `changeContent`. Absent for none. */
  contentRevision?: number
  quoted?: string
  /** Of the company's own message: seconds after which it disappears on phones, as its chat was set. */
  messageTimer?: number
  /** The encoded WhatsApp message, base64. */
  original?: string
  /** Sending status of the company's own message. */
  status?: 'PENDING' | 'SENDING' | 'SENT' | 'FAILED'
  level?: AckLevel
  failureCode?: string
  /** The address that it goes to, after WhatsApp refused the person's other one. */
  address?: PersonAddress
  claimedAt?: number
  /** The lease epoch of the claim. */
  fence?: number
  /** The company's last change of it, if that did not reach WhatsApp. */
  failedChange?: Amendment['type']
  editedAt?: string
  deletedAt?: string
  /** The key of its file, once the message was deleted for everyone. Erasure and retention delete the file. */
  deletedFile?: string
  /** The emoji of a reaction, by the number or LID of the person; `me` is the company. */
  [reaction: `reaction:${string}`]: string
  /** When a person reacted, ISO 8601. Rows of an earlier version lack it. */
  [reactedAt: `reacted:${string}`]: string
}

/** The attributes of a person's reaction. @param who their number or LID; `me` is the company */
export const reactionOf = (who: string) => ({ emoji: `reaction:${who}`, at: `reacted:${who}` }) as const

/** The people with a reaction, also one that they took back: numbers, LIDs and `me`. */
export function reactorsOf(message: StoredMessage): string[] {
  const named = Object.keys(message).flatMap((name) => /^react(?:ion|ed):(.+)$/.exec(name)?.[1] ?? [])
  return [...new Set(named)]
}

/**
 * The outcome of a message. After an expired claim without an answer it is unknown: neither sent nor failed. A message
 * that found no connection in time has failed.
 * @param now milliseconds since 1970
 */
export function outcomeOf(message: StoredMessage, now: number): StoredMessage['status'] | 'UNKNOWN_OUTCOME' {
  const { status, claimedAt = 0 } = message
  if (status === 'SENDING' && now >= claimedAt + CLAIM_MS) return 'UNKNOWN_OUTCOME'
  return isTooLate(message, now) ? 'FAILED' : status
}

/** A message waits this long for its connection, in milliseconds; then it has failed (part 4 §6). */
const WAITS_FOR_CONNECTION_MS = 10 * 60_000

/** Whether a message found no connection in time. It is not sent any more. @param now milliseconds since 1970 */
export const isTooLate = ({ status, at }: Pick<StoredMessage, 'status' | 'at'>, now: number): boolean =>
  status === 'PENDING' && now >= Date.parse(at) + WAITS_FOR_CONNECTION_MS

/** The failure of a message that found no connection in time. */
export const NOT_CONNECTED = 'NOT_CONNECTED'
/** The failure of an automatic message while all sending was stopped. */
export const SKIPPED_STOPPED = 'SKIPPED_STOPPED'

const partitionOf = (connectionId: string, chat: Chat) =>
  partition<StoredMessage>(`MESSAGES#${connectionId}#${chat}`)

export const messageKey = ({
  connectionId,
  chat,
  at,
  messageId,
}: Pick<StoredMessage, 'connectionId' | 'chat' | 'at' | 'messageId'>): Key<StoredMessage> => ({
  pk: partitionOf(connectionId, chat),
  sk: `${at}#${messageId}`,
})

export const getMessage = (table: TenantTable, at: Parameters<typeof messageKey>[0]) =>
  table.get(messageKey(at))

/**
 * A received message or one written here, by its WhatsApp id. Campaign messages are found as sent messages. A message whose
 * conversation moves between the two reads is looked for again.
 */
export async function messageOfId(
  table: TenantTable,
  connectionId: string,
  of: Named,
): Promise<StoredMessage | undefined> {
  let place = await getPlace(table, connectionId, of)
  while (place) {
    const { chat, at } = place
    const found = await getMessage(table, { connectionId, ...of, chat, at })
    if (found) return found
    const now = await getPlace(table, connectionId, of)
    place = now?.chat === chat ? undefined : now
  }
  return undefined
}

/**
 * PENDING → SENDING, before anything is written to the wire.
 * @param message as its route was chosen: WhatsApp may have refused it there meanwhile, for another sender
 * @returns whether this claim won
 */
export const claimMessage = (
  table: TenantTable,
  message: Parameters<typeof messageKey>[0] & Pick<StoredMessage, 'address'>,
  claim: { claimedAt: number; fence: number },
): Promise<boolean> =>
  committed(
    table.update(
      messageKey(message),
      { set: { status: 'SENDING', ...claim } },
      { status: 'PENDING', address: message.address ?? { exists: false } },
    ),
  )

/** SENDING → PENDING, if this claim was made and certainly nothing was sent. */
export const releaseMessage = (
  table: TenantTable,
  at: Parameters<typeof messageKey>[0],
  claim: { claimedAt: number; fence: number },
): Promise<boolean> =>
  committed(
    table.update(
      messageKey(at),
      { set: { status: 'PENDING' }, remove: ['claimedAt', 'fence'] },
      { status: 'SENDING', ...claim },
    ),
  )

/** A conversation's messages before a place, the newest first; or behind a place, the oldest first. */
export const pageOfMessages = (
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  { before, after, limit }: { before?: string | undefined; after?: string; limit: number },
) =>
  table.query({
    pk: partitionOf(connectionId, chat),
    after: after ?? before,
    limit,
    descending: after === undefined,
    consistent: true,
  })

/** The most messages that {@link messagesSince} reads. */
const SINCE_MAX = 200

/** A conversation's messages after a moment (ISO 8601), oldest first, 200 at most. */
export async function messagesSince(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  at: string,
): Promise<StoredMessage[]> {
  const { rows } = await pageOfMessages(table, connectionId, chat, { after: `${at}~`, limit: SINCE_MAX })
  return rows
}

/** The place of a received message: makes it unique, and lets reactions, edits and receipts find it. */
export interface MessagePlace {
  chat: Chat
  at: string
}
export const placeKey = (connectionId: string, { messageId, fromMe }: Named): Key<MessagePlace> =>
  keyIn(`MESSAGE-PLACES#${connectionId}`, `${messageId}#${fromMe ? 'me' : 'them'}`)
type Named = Pick<StoredMessage, 'messageId' | 'fromMe'>
export const getPlace = (table: TenantTable, connectionId: string, of: Named) =>
  table.get(placeKey(connectionId, of))

export const messageWrite = (message: StoredMessage): Write => putRow({ ...message, ...messageKey(message) })

/** A new message with its place, which makes it unique: the first of these writes fails for a message that is stored. */
export const messageWrites = (message: StoredMessage): Write[] => [
  putRow({ ...placeKey(message.connectionId, message), chat: message.chat, at: message.at }, NEW),
  messageWrite(message),
]

const NEW = { pk: { exists: false } } as const

/** @returns whether the message exists */
export const changeMessage = (
  table: TenantTable,
  at: Parameters<typeof messageKey>[0],
  change: Change<StoredMessage>,
): Promise<boolean> => committed(table.update(messageKey(at), change, { pk: { exists: true } }))

/**
 * Names the message that is sent in place of a failed one, which is never sent any more. In the transaction that stores
 * the new one: it fails if the failed message changed since it was read, or was sent again.
 */
export const retriedWrite = (failed: StoredMessage, retriedAs: string): Write => {
  const waited = failed.status === 'PENDING'
  return updateRow(
    messageKey(failed),
    { set: { retriedAs, ...(waited && { status: 'FAILED', failureCode: NOT_CONNECTED }) } },
    { retriedAs: { exists: false }, status: failed.status ?? { exists: false } },
  )
}

/** Records that WhatsApp refused the company's message; a sent message stays sent. */
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

/** Raises the level of the company's message; never lowers it. @returns whether it rose */
export function raiseMessageLevel(
  table: TenantTable,
  at: Parameters<typeof messageKey>[0],
  level: AckLevel,
): Promise<boolean> {
  const below = firstOf(ACK_LEVELS, ACK_LEVELS.indexOf(level))
  const set = { level, status: 'SENT' } as const
  return committed(
    table.update(messageKey(at), { set, remove: ['failureCode'] }, [
      { messageId: at.messageId, level: { in: below } },
      { messageId: at.messageId, level: { exists: false } },
    ]),
  )
}
