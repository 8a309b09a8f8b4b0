import { setTimeout } from 'node:timers/promises'
import { mayLink } from '@recado/shared/access'
import { ask, type Question } from '@recado/shared/connections/asks'
import { banEnd, type Connection } from '@recado/shared/connections/connection'
import { changeConnection, type StoredConnection } from '@recado/shared/connections/store'
import { DomainError } from '@recado/shared/errors/errors'
import { PAIRING_CODES } from '@recado/shared/http/limits'
import { canonicalKey } from '@recado/shared/phone-numbers/canonical-key'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { All } from '@recado/shared/table/table'
import { readNumber } from '../contacts/typed-number.ts'
import { ports, tableOf } from '../context.ts'
import { count } from '../http/rates.ts'
import { chosenOrDefault } from './default-connection.ts'
import { nextRequest, queueRepetition } from './requests.ts'
import { command, noSuchConnection, publishConnection, requireConnection } from './shown.ts'

/**
 * Opens a connection with its linked account, or unlinks it and requests a new QR code. It is not opened before the end of a
 * ban that WhatsApp has named: repeated logins are assumed to make it worse.
 * @throws DomainError ERR_WAPP_BANNED
 */
export async function open(actor: Actor, connectionId: string, kind: 'open' | 'relink'): Promise<Connection> {
  const { companyId } = actor
  await retrying(
    tableOf(companyId),
    () => requireConnection(companyId, connectionId),
    async (connection) => {
      if (kind === 'open' && banEnd(connection, ports.now()))
        throw new DomainError('conflict', 'ERR_WAPP_BANNED', 'WhatsApp has banned this account for some time')
      await queueRepetition(connection, kind, nextRequest(connection))
      const { updatedAt } = connection
      return (await writeConnection(companyId, connectionId, OPENING, { updatedAt })) || AGAIN
    },
  )
  const opening = await publishConnection(actor, 'update', connectionId)
  await commandSession(companyId, connectionId, kind)
  return opening
}

export async function disconnect(actor: Actor, connectionId: string): Promise<undefined> {
  const read = await requireConnection(actor.companyId, connectionId)
  await queueRepetition(read, 'unlink', nextRequest(read))
  await change(actor, connectionId, DISCONNECTED)
  await commandSession(actor.companyId, connectionId, 'unlink')
}

/**
 * Requests a pairing code for the phone of this number: eight letters and digits, which WhatsApp shows in two
 * halves. WhatsApp sends a message to that phone for each code, so once the account is known, no other phone gets
 * one.
 * @throws DomainError ERR_SUPPORT_NO_LINKING, ERR_WAPP_INVALID_CONTACT, ERR_WAPP_NOT_INITIALIZED,
 * ERR_WAPP_OTHER_NUMBER, ERR_TOO_MANY_REQUESTS
 */
export async function requestPairingCode(
  actor: Actor,
  connectionId: string,
  typed: string,
): Promise<{ code: string }> {
  if (!mayLink(actor)) {
    throw new DomainError('forbidden', 'ERR_SUPPORT_NO_LINKING', 'Access for support links no account')
  }
  const read = await readNumber(typed)
  if (!read.ok) throw new DomainError('invalid', 'ERR_WAPP_INVALID_CONTACT', 'This number is not valid')
  const { companyId } = actor
  const asked = await requireConnection(companyId, connectionId)
  const { knownNumber } = asked
  if (knownNumber !== null && canonicalKey(knownNumber) !== canonicalKey(read.number))
    throw new DomainError('conflict', 'ERR_WAPP_OTHER_NUMBER', 'Another number is linked by its QR code')
  await count(companyId, `pairing-codes#${connectionId}`, PAIRING_CODES)
  await queueRepetition(asked, 'open', nextRequest(asked))
  await change(actor, connectionId, OPENING)
  const answer = await askConnection(companyId, connectionId, { kind: 'pairing-code', number: read.number })
  if (!('code' in answer)) throw new Error('The answer to a pairing-code command has no code')
  return { code: answer.code }
}

/**
 * Sends a query to WhatsApp over one connection or the default one.
 * @throws DomainError ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND, ERR_WAPP_NOT_INITIALIZED
 */
export async function test({ companyId }: Actor, connectionId?: string) {
  const whatsappId = await chosenOrDefault(companyId, connectionId)
  const answer = await askConnection(companyId, whatsappId, { kind: 'test' })
  if (!('roundTripMs' in answer)) throw new Error('The answer to a test command has no round-trip time')
  return { whatsappId, roundTripMs: answer.roundTripMs }
}

/**
 * Decides about a linked number other than the known one: it replaces the known one, or is unlinked.
 * @throws DomainError ERR_WAPP_NO_OTHER_NUMBER when no decision is open
 */
export async function answerOtherNumber(
  actor: Actor,
  connectionId: string,
  accept: boolean,
): Promise<Connection> {
  const { companyId } = actor
  const read = await requireConnection(companyId, connectionId)
  const { pendingNumber, statusReason } = read
  if (statusReason !== 'OTHER_NUMBER' || pendingNumber === null) throw noOtherNumber()
  // A new number starts its warm-up again.
  const linkedAt = new Date(ports.now()).toISOString()
  const answered = accept ? { ...OPENING, knownNumber: pendingNumber, linkedAt } : DISCONNECTED
  const asRead = { statusReason, pendingNumber }
  await queueRepetition(read, accept ? 'open' : 'unlink', nextRequest(read))
  if (!(await writeConnection(companyId, connectionId, answered, asRead))) throw noOtherNumber()
  const record = await publishConnection(actor, 'update', connectionId)
  await commandSession(companyId, connectionId, accept ? 'open' : 'unlink')
  return record
}

/** Sends a command for the connection's last request. */
async function commandSession(
  companyId: string,
  connectionId: string,
  kind: 'open' | 'relink' | 'unlink',
): Promise<void> {
  const { request } = await requireConnection(companyId, connectionId)
  await command({ kind, companyId, connectionId, request })
}

const noOtherNumber = () =>
  new DomainError('conflict', 'ERR_WAPP_NO_OTHER_NUMBER', 'No other number waits for an answer')

const OPENING: Partial<StoredConnection> = {
  wanted: 'open',
  status: 'OPENING',
  statusReason: null,
  bannedUntil: null,
  pendingNumber: null,
  qrcode: '',
  retries: 0,
}
const DISCONNECTED: Partial<StoredConnection> = {
  wanted: 'closed',
  status: 'DISCONNECTED',
  statusReason: 'DISCONNECTED_BY_USER',
  // The account with this ban is unlinked now.
  bannedUntil: null,
  pendingNumber: null,
  qrcode: '',
  retries: 0,
}

const askConnection = (companyId: string, connectionId: string, question: Question) =>
  ask(tableOf(companyId), { ...ports, pause: setTimeout }, connectionId, question)

async function change(
  actor: Actor,
  connectionId: string,
  changes: Partial<StoredConnection>,
): Promise<Connection> {
  if (!(await writeConnection(actor.companyId, connectionId, changes))) throw noSuchConnection()
  return publishConnection(actor, 'update', connectionId)
}

const writeConnection = (
  companyId: string,
  connectionId: string,
  changes: Partial<StoredConnection>,
  when?: All<StoredConnection>,
) => {
  const updatedAt = new Date(ports.now()).toISOString()
  return changeConnection(tableOf(companyId), connectionId, { ...changes, updatedAt }, when)
}
