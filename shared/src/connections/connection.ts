import * as z from 'zod'
import { id } from '../ids.ts'
import { name } from '../name.ts'
import { connectionHealth } from './health.ts'

export const CONNECTION_STATUSES = [
  'qrcode',
  'PAIRING',
  'OPENING',
  'CONNECTED',
  'TIMEOUT',
  'DISCONNECTED',
  'PASSKEY_REQUIRED',
] as const
export const connectionStatus = z.enum(CONNECTION_STATUSES)
export type ConnectionStatus = z.infer<typeof connectionStatus>

/** Why a connection is not connected; the text is `connections.reasons.{reason}`. */
export const statusReason = z.enum([
  /** Five QR codes in a row were not scanned. */
  'QR_NOT_SCANNED',
  /** A person disconnected it here. */
  'DISCONNECTED_BY_USER',
  /** The phone unlinked this device. */
  'LOGGED_OUT',
  /** Another program opened the account with the same credentials. */
  'REPLACED',
  /** WhatsApp has locked or banned the account. */
  'BANNED',
  /** WhatsApp has banned the account temporarily: `bannedUntil`, if WhatsApp sends it. */
  'TEMPORARILY_BANNED',
  /** WhatsApp does not accept the client's identification. */
  'VERSION_REFUSED',
  /** The client's version is too old for WhatsApp; retried automatically, slowly. */
  'OUTDATED_CLIENT',
  /** The phone's WhatsApp is too old to link devices. */
  'PHONE_OUTDATED',
  /** WhatsApp refused the connection for a reason of its own. */
  'REFUSED',
  /** The network or WhatsApp's servers failed; retried automatically. */
  'NETWORK',
  /** WhatsApp requires a passkey to link, which only its own programs can provide. */
  'PASSKEY_REQUIRED',
  /** The linked number differs from that of the campaigns and conversations: `pendingNumber`. */
  'OTHER_NUMBER',
])
export type StatusReason = z.infer<typeof statusReason>

/** Ends that only a person can undo while the account is still linked: opening it again is enough. */
export const STILL_LINKED: readonly StatusReason[] = [
  'REPLACED',
  'BANNED',
  'TEMPORARILY_BANNED',
  'VERSION_REFUSED',
  'PHONE_OUTDATED',
  'REFUSED',
]

/** WhatsApp has taken the account away, for some time or for good. */
export const BANS: readonly StatusReason[] = ['BANNED', 'TEMPORARILY_BANNED']

/** Linking ends after this many QR codes without a scan (part 3 §4). */
export const QR_CODES_BEFORE_GIVING_UP = 5

/** A connection needs attention in these states: the menu shows a badge (part 1 §2). */
export const NEEDS_ATTENTION: readonly ConnectionStatus[] = [
  'qrcode',
  'PAIRING',
  'DISCONNECTED',
  'TIMEOUT',
  'OPENING',
  'PASSKEY_REQUIRED',
]

/** Only a person can bring these back. In the other states a message waits for its connection. */
const NEEDS_A_PERSON: readonly ConnectionStatus[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'PASSKEY_REQUIRED']

/** Whether messages leave on a connection, now or once it is open again. @param connection undefined if it was deleted */
export const isLinked = (connection: { status: ConnectionStatus } | undefined): boolean =>
  connection !== undefined && !NEEDS_A_PERSON.includes(connection.status)

/** First contacts a day that WhatsApp was seen to tolerate; the form proposes them, nothing enforces them. */
export const RECOMMENDED_NEW_CONTACTS_PER_DAY = 30
export const RECOMMENDED_WARM_UP_DAYS = 14

/** What becomes of messages in groups: they have a tab of the desk, or are not kept. */
export const groupPolicy = z.enum(['tab', 'ignore'])
/** When customers see blue ticks: while their attendant reads, with the first answer, or never. */
export const readReceipts = z.enum(['attending', 'answer', 'never'])

const text = z.string().trim().max(1000).nullish()

export const connectionInput = z.strictObject({
  name,
  isDefault: z.boolean().optional(),
  /** The queues of this connection's tickets; with more than one the greeting is required. */
  queueIds: z.array(id).max(50).optional(),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  provider: z.literal('beta').optional(),
  /** Write-only. Omitted or null keeps it; an empty text removes it. */
  token: z.string().trim().max(200).nullish(),
  /** The most first contacts in a day; null for no limit. */
  newContactsPerDay: z.number().int().min(1).max(100_000).nullish(),
  /** Days until a newly linked account reaches that limit, step by step; 0 for at once. */
  warmUpDays: z.number().int().min(0).max(90).optional(),
  /** One of `queueIds`: takes the tickets of customers who choose no queue. Null for the first one. */
  defaultQueueId: id.nullish(),
  groups: groupPolicy.optional(),
  readReceipts: readReceipts.optional(),
  /** Whether the customer sees that an attendant is typing. */
  showTyping: z.boolean().optional(),
})
export type ConnectionInput = z.infer<typeof connectionInput>

/** A queue as a connection shows it. */
export const connectionQueue = z.object({ id: z.string(), name: z.string(), color: z.string() })

/** One WhatsApp account linked as a companion device. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  status: connectionStatus,
  statusReason: statusReason.nullable(),
  /** The text of the QR code. Empty if there is none, and for users who may not link. */
  qrcode: z.string(),
  /** QR codes without a scan so far. */
  retries: z.number().int(),
  isDefault: z.boolean(),
  /** The linked account: digits with country code. */
  number: z.string().nullable(),
  profileName: z.string().nullable(),
  /** The number of the campaigns and conversations; kept when the account is unlinked. */
  knownNumber: z.string().nullable(),
  /** A different number that was linked and waits for a person's decision. */
  pendingNumber: z.string().nullable(),
  /** When a temporary ban ends, if WhatsApp sent it. */
  bannedUntil: z.string().nullable(),
  provider: z.literal('beta'),
  /** Whether a token is stored. It is never returned. */
  hasToken: z.boolean(),
  queues: z.array(connectionQueue),
  greetingMessage: z.string().nullable(),
  complationMessage: z.string().nullable(),
  outOfHoursMessage: z.string().nullable(),
  ratingMessage: z.string().nullable(),
  newContactsPerDay: z.number().int().nullable(),
  warmUpDays: z.number().int(),
  defaultQueueId: z.string().nullable(),
  groups: groupPolicy,
  readReceipts,
  showTyping: z.boolean(),
  /** When this number was first linked here. */
  linkedAt: z.string().nullable(),
  health: connectionHealth,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Connection = z.infer<typeof connection>

/**
 * When the ban of an account ends, ISO 8601; undefined if there is none, or no known end.
 * @param now milliseconds since 1970
 */
export const banEnd = ({ bannedUntil }: Pick<Connection, 'bannedUntil'>, now: number): string | undefined =>
  bannedUntil !== null && Date.parse(bannedUntil) > now ? bannedUntil : undefined
