import type { StatusReason } from '@recado/shared/connections/connection'
import { DisconnectReason } from '@whiskeysockets/baileys'
import * as z from 'zod'

export type End =
  /** WhatsApp asks for a new socket, for example after linking. */
  | { kind: 'restart' }
  /** The network or WhatsApp's servers failed. */
  | { kind: 'retry' }
  /** WhatsApp refuses this client version. The keys stay valid. An operator must raise the version. */
  | { kind: 'outdated' }
  | Final

/** An end after which only a person can continue. `forget`: the keys are worthless. */
interface Final {
  kind: 'final'
  reason: StatusReason
  forget: boolean
  /** Length of a temporary ban from now on, in seconds, if WhatsApp says it. */
  bannedForSeconds?: number
}

/** Codes of Baileys' DisconnectReason and whatsmeow's ConnectFailureReason for temporary failures. */
const NETWORK: readonly number[] = [
  DisconnectReason.connectionLost,
  DisconnectReason.connectionClosed,
  DisconnectReason.badSession,
  DisconnectReason.unavailableService,
]

/**
 * Meaning of the other codes (whatsmeow types/events ConnectFailureReason): 403 is LOCKED and 406 BANNED in
 * WhatsApp's own web client. whatsmeow deletes its keys for both; here they are kept. An unlocked account logs in
 * with them again. An account that was unlinked meanwhile gets a 401 at its next login.
 */
const FINAL: Readonly<Record<number, StatusReason>> = {
  403: 'BANNED',
  406: 'BANNED',
  409: 'VERSION_REFUSED',
  411: 'PHONE_OUTDATED',
  440: 'REPLACED',
}

const TEMPORARY_BAN = 402
const CLIENT_TOO_OLD = 405

/**
 * Meaning of a socket's end. Only network failures are retried soon. Other projects also stop reconnecting at 402,
 * 403 and 406 (evolution-api#739). Assumed: reconnecting makes a suspension worse.
 * @param isUnread whether QR codes were shown and none was scanned
 */
export function endOf(error: unknown, { isUnread }: { isUnread: boolean }): End {
  const code = statusCodeOf(error)
  const stream = streamError.safeParse(dataOf(error)).data
  if (stream?.attrs.type === 'replaced') return final('REPLACED')
  if (code === DisconnectReason.restartRequired) return { kind: 'restart' }
  if (code === CLIENT_TOO_OLD) return { kind: 'outdated' }
  if (code === DisconnectReason.timedOut && isUnread) return final('QR_NOT_SCANNED', true)
  if (code === undefined || NETWORK.includes(code)) return { kind: 'retry' }
  // Of the stream errors, only that of a removed device is surely a logout (whatsmeow connectionevents.go).
  if (code === DisconnectReason.loggedOut)
    return final('LOGGED_OUT', !stream || stream.attrs.type === 'device_removed')
  if (code === TEMPORARY_BAN) return temporaryBan(error)
  return final(FINAL[code] ?? 'REFUSED')
}

function temporaryBan(error: unknown): Final {
  const bannedForSeconds = refusedLogin.safeParse(dataOf(error)).data?.expire
  const ban = final('TEMPORARILY_BANNED')
  return bannedForSeconds === undefined ? ban : { ...ban, bannedForSeconds }
}

const final = (reason: StatusReason, forget = false): Final => ({ kind: 'final', reason, forget })

/** Baileys wraps every failure in a Boom error. */
export function statusCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('output' in error)) return undefined
  const { output } = error
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined
  return typeof output.statusCode === 'number' ? output.statusCode : undefined
}

/** A stream error as Baileys passes it on: its first child, or the whole stanza without children. */
const streamError = z.object({
  tag: z.string(),
  attrs: z.object({ type: z.string().optional() }),
})
/**
 * Attributes of a refused login. `expire`: length of a temporary ban in seconds (whatsmeow connectionevents.go).
 */
const refusedLogin = z.object({
  reason: z.string(),
  expire: z.coerce.number().positive().optional().catch(undefined),
})

const dataOf = (error: unknown): unknown =>
  error instanceof Error && 'data' in error ? error.data : undefined

/** The end of a session that only a person can start again. `forget`: its keys are worthless. */
export interface Ending {
  status: 'DISCONNECTED' | 'PASSKEY_REQUIRED'
  statusReason: StatusReason
  forget: boolean
  /** End of a temporary ban, ISO 8601, if WhatsApp says it. */
  bannedUntil?: string | null
}

export const UNREAD: Ending = { status: 'DISCONNECTED', statusReason: 'QR_NOT_SCANNED', forget: true }
export const OTHER_NUMBER: Ending = { status: 'DISCONNECTED', statusReason: 'OTHER_NUMBER', forget: false }

/** @param now milliseconds since 1970 */
export const endingOf = ({ reason, forget, bannedForSeconds }: Final, now: number): Ending => ({
  status: 'DISCONNECTED',
  statusReason: reason,
  forget,
  bannedUntil: bannedForSeconds === undefined ? null : new Date(now + bannedForSeconds * 1000).toISOString(),
})

/** Whether this end can void a pairing code: the line was cut, or the half-linked account refused. */
export const isOfPairing = (end: End): boolean =>
  end.kind === 'retry' || (end.kind === 'final' && end.reason === 'LOGGED_OUT')
