import { admit } from '@recado/shared/campaigns/engine/first-contacts'
import { type PlannedRecipient, recipientsOfCampaign } from '@recado/shared/campaigns/ledger/recipients'
import { partsOf, variantsOf } from '@recado/shared/campaigns/message/message-parts'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { sendingStopOf } from '@recado/shared/campaigns/store/sending-stops'
import { getSettings } from '@recado/shared/campaigns/store/settings'
import { getHealth } from '@recado/shared/connections/health-store'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { isBlocked } from '@recado/shared/contact-blocks/store'
import { getConversation } from '@recado/shared/conversations/conversation'
import { writeMessage } from '@recado/shared/conversations/write'
import { noteTrial } from '@recado/shared/dashboard/first-steps-store'
import type { CodeOf } from '@recado/shared/errors/error-codes'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { chatOfNumber } from '@recado/shared/messages/chat'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { readNumber } from '../contacts/typed-number.ts'
import { ports, tableOf } from '../context.ts'
import { countCall } from '../http/rates.ts'
import { requireCampaign } from './campaigns.ts'
import { testerNumber } from './testers.ts'

interface Wanted {
  number: string
  variant?: number | undefined
  confirmation: boolean
}

/**
 * Sends a campaign's message to one tester, as messages of a conversation, with the texts for the first contact of
 * its list. Stops, holds and the day's budget of first contacts apply; send windows do not.
 * @throws DomainError ERR_NOT_A_TESTER, ERR_SENDING_STOPPED, ERR_FIRST_CONTACTS_HELD, ERR_WAPP_INVALID_CONTACT,
 * ERR_CONTACT_BLOCKED, ERR_WAPP_NOT_INITIALIZED, ERR_TOO_MANY_REQUESTS and others
 */
export async function send(actor: Actor, campaignId: string, wanted: Wanted): Promise<{ number: string }> {
  const { companyId } = actor
  const table = tableOf(companyId)
  const campaign = await requireCampaign(companyId, campaignId)
  const read = await readNumber(wanted.number)
  if (!read.ok) throw refused('ERR_WAPP_INVALID_CONTACT', 'This is not a valid number')
  const { number } = read
  if (await isBlocked(table, number)) throw refused('ERR_CONTACT_BLOCKED', 'This number is blocked')
  const connection = await requireOpen(table, campaign)
  await requireSending(companyId)
  const spelling = await requireTester(table, connection, number)
  const contents = await contentsFor(table, campaign, wanted, number)
  await countCall('trials', actor)
  await requireAdmission(table, connection, spelling)
  for (const content of contents) {
    const to = { connectionId: campaign.whatsappId, chat: chatOfNumber(spelling), content }
    await writeMessage(table, ports, to)
  }
  await noteTrial(table, new Date(ports.now()).toISOString())
  return { number }
}

const refused = (code: CodeOf<'unprocessable'>, message: string) =>
  new DomainError('unprocessable', code, message)

const conflict = (code: CodeOf<'conflict'>, message: string) => new DomainError('conflict', code, message)

async function requireOpen(table: TenantTable, { whatsappId }: StoredCampaign): Promise<StoredConnection> {
  const connection = await getConnection(table, whatsappId)
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND')
  if (connection.status === 'CONNECTED') return connection
  throw conflict('ERR_WAPP_NOT_INITIALIZED', 'The connection is not open')
}

async function requireSending(companyId: string): Promise<void> {
  if (await sendingStopOf(ports, companyId, ports.now()))
    throw conflict('ERR_SENDING_STOPPED', 'All sending is stopped')
}

/** @returns the number in the spelling under which its owner wrote */
async function requireTester(
  table: TenantTable,
  connection: StoredConnection,
  number: string,
): Promise<string> {
  const spelling = await testerNumber(table, connection, number, ports.now())
  if (spelling !== undefined) return spelling
  throw conflict('ERR_NOT_A_TESTER', 'This number has not written to the connection in the last 30 days')
}

/** Applies the rule for a campaign's recipients: WhatsApp's holds and the company's daily budget. */
async function requireAdmission(
  table: TenantTable,
  connection: StoredConnection,
  number: string,
): Promise<void> {
  const [health, { timezone }, conversation] = await Promise.all([
    getHealth(table, connection.id),
    getSettings(table),
    getConversation(table, connection.id, chatOfNumber(number)),
  ])
  const account = { health, connection, conversation, timezone, now: ports.now() }
  const admission = await admit(table, connection.id, account)
  if ('reason' in admission)
    throw conflict('ERR_FIRST_CONTACTS_HELD', 'The connection may not write to new contacts at the moment')
}

async function contentsFor(
  table: TenantTable,
  campaign: StoredCampaign,
  { variant, confirmation }: Wanted,
  number: string,
) {
  const step = confirmation ? 'confirmation' : 'message'
  if (step === 'message' && campaign.mediaName && !campaign.mediaKey)
    throw conflict('ERR_CAMPAIGN_MEDIA_MISSING', 'The attachment has not been uploaded yet')
  const [first = 1] = variantsOf(campaign, step)
  const chosen = variant ?? first
  const { chat, ...contact } = (await firstOf(table, campaign)) ?? { ...NOBODY, number }
  const writtenFor = { ...contact, variant: chosen, confirmationVariant: chosen, isGroup: chat !== undefined }
  const { timezone: timeZone } = await getSettings(table)
  const contents = partsOf(campaign, writtenFor, { step, at: ports.now(), timeZone })
  if (contents.length === 0)
    throw new DomainError('invalid', 'ERR_CAMPAIGN_EMPTY', 'There is nothing to send')
  return contents
}

const NOBODY = { name: '', email: '', var1: '', var2: '', var3: '', chat: undefined }

async function firstOf(
  table: TenantTable,
  campaign: StoredCampaign,
): Promise<Omit<PlannedRecipient, 'identity'> | undefined> {
  for await (const recipient of recipientsOfCampaign(table, campaign)) if (!recipient.skip) return recipient
  return undefined
}
