import * as z from 'zod'

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
  /** WhatsApp refused the account. */
  'BANNED',
  /** The network or WhatsApp's servers; tried again by itself. */
  'NETWORK',
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

const text = z.string().trim().max(1000).nullish()

export const connectionInput = z.strictObject({
  name: z.string().trim().min(2).max(50),
  isDefault: z.boolean().optional(),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  provider: z.literal('beta').optional(),
})
export type ConnectionInput = z.infer<typeof connectionInput>

/** One WhatsApp account linked as a companion device. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  status: connectionStatus,
  statusReason: statusReason.nullable(),
  /** The text of the QR code to show, empty when there is none. */
  qrcode: z.string(),
  /** Unread QR codes so far. */
  retries: z.number().int(),
  isDefault: z.boolean(),
  /** The linked account: digits with country code. */
  number: z.string().nullable(),
  profileName: z.string().nullable(),
  provider: z.literal('beta'),
  greetingMessage: z.string().nullable(),
  complationMessage: z.string().nullable(),
  outOfHoursMessage: z.string().nullable(),
  ratingMessage: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Connection = z.infer<typeof connection>
