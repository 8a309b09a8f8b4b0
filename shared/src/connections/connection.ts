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

/** Why a connection is not connected; shown in words as `connections.reasons.{reason}`. */
export const statusReason = z.enum([
  /** Five QR codes in a row went unread. */
  'QR_NOT_SCANNED',
  /** A person disconnected it here. */
  'DISCONNECTED_BY_USER',
  /** The phone unlinked this device. */
  'LOGGED_OUT',
  /** The account was opened by another program with the same credentials. */
  'REPLACED',
  /** WhatsApp has locked or banned the account. */
  'BANNED',
  /** WhatsApp has banned the account for some time: `bannedUntil`, where it says so. */
  'TEMPORARILY_BANNED',
  /** WhatsApp does not accept how the software introduces itself. */
  'VERSION_REFUSED',
  /** The version of the client is too old for WhatsApp; tried again by itself, slowly. */
  'OUTDATED_CLIENT',
  /** The WhatsApp on the phone is too old to link devices. */
  'PHONE_OUTDATED',
  /** WhatsApp refused the connection for a reason of its own. */
  'REFUSED',
  /** The network or WhatsApp's servers; tried again by itself. */
  'NETWORK',
  /** WhatsApp asks for a passkey when linking, which only its own programs can give. */
  'PASSKEY_REQUIRED',
  /** Another number was linked than the one that campaigns and conversations stand on: `pendingNumber`. */
  'OTHER_NUMBER',
])
export type StatusReason = z.infer<typeof statusReason>

/** Unread QR codes after which linking ends (part 3 §4). */
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

/** First contacts a day that WhatsApp has been seen to tolerate from an account; proposed, never imposed. */
export const RECOMMENDED_NEW_CONTACTS_PER_DAY = 30
export const RECOMMENDED_WARM_UP_DAYS = 14

const text = z.string().trim().max(1000).nullish()

export const connectionInput = z.strictObject({
  name,
  isDefault: z.boolean().optional(),
  /** The queues whose tickets come in here; with more than one the greeting is required. */
  queueIds: z.array(id).max(50).optional(),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  provider: z.literal('beta').optional(),
  /** Write-only. Left out or null, it stays as it is; an empty text removes it. */
  token: z.string().trim().max(200).nullish(),
  /** At most so many people are written to for the first time in a day; null for no limit. */
  newContactsPerDay: z.number().int().min(1).max(100_000).nullish(),
  /** Days over which a newly linked account comes up to that limit, step by step; 0 for at once. */
  warmUpDays: z.number().int().min(0).max(90).optional(),
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
  /** The text of the QR code to show. Empty when there is none, and for users who may not link. */
  qrcode: z.string(),
  /** Unread QR codes so far. */
  retries: z.number().int(),
  isDefault: z.boolean(),
  /** The linked account: digits with country code. */
  number: z.string().nullable(),
  profileName: z.string().nullable(),
  /** The number that campaigns and conversations stand on; it stays known when the account is unlinked. */
  knownNumber: z.string().nullable(),
  /** The number that was linked in place of the known one and waits for a person's answer. */
  pendingNumber: z.string().nullable(),
  /** When a temporary ban ends, where WhatsApp said so. */
  bannedUntil: z.string().nullable(),
  provider: z.literal('beta'),
  /** Whether a token is stored. It is never read out again. */
  hasToken: z.boolean(),
  queues: z.array(connectionQueue),
  greetingMessage: z.string().nullable(),
  complationMessage: z.string().nullable(),
  outOfHoursMessage: z.string().nullable(),
  ratingMessage: z.string().nullable(),
  newContactsPerDay: z.number().int().nullable(),
  warmUpDays: z.number().int(),
  /** When this number was first linked here. */
  linkedAt: z.string().nullable(),
  health: connectionHealth,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Connection = z.infer<typeof connection>
