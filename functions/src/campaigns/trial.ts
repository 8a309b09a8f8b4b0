import { partsOf, variantsOf } from '@recado/shared/campaigns/message-parts'
import { type PlannedRecipient, recipientsOfCampaign } from '@recado/shared/campaigns/recipients'
import { getSettings } from '@recado/shared/campaigns/settings-store'
import type { StoredCampaign } from '@recado/shared/campaigns/store'
import { getConnection } from '@recado/shared/connections/store'
import { isBlocked } from '@recado/shared/contact-blocks/store'
import { chatOfNumber } from '@recado/shared/conversations/chat'
import { writeMessage } from '@recado/shared/conversations/write'
import { DomainError, notFound } from '@recado/shared/errors'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { readNumber } from '../contacts/typed-number.ts'
import { ports, tableOf } from '../context.ts'
import { stored } from './campaigns.ts'

interface Wanted {
  number: string
  variant?: number | undefined
  confirmation: boolean
}

/**
 * Sends a campaign's message to one number as messages of a conversation: as the first of its list would get it.
 * @throws DomainError ERR_WAPP_INVALID_CONTACT, ERR_CONTACT_BLOCKED, ERR_WAPP_NOT_INITIALIZED and others
 */
export async function send(
  { companyId }: Actor,
  campaignId: string,
  wanted: Wanted,
): Promise<{ number: string }> {
  const table = tableOf(companyId)
  const campaign = await stored(companyId, campaignId)
  const read = await readNumber(wanted.number)
  if (!read.ok) throw refused('ERR_WAPP_INVALID_CONTACT', 'This is not a valid number')
  const { number } = read
  if (await isBlocked(table, number)) throw refused('ERR_CONTACT_BLOCKED', 'This number is blocked')
  await requireOpen(table, campaign)
  const contents = await contentsFor(table, campaign, wanted, number)
  for (const content of contents) {
    const to = { connectionId: campaign.whatsappId, chat: chatOfNumber(number), content }
    await writeMessage(table, ports, to)
  }
  return { number }
}

const refused = (code: string, message: string) => new DomainError('unprocessable', code, message)

async function requireOpen(table: TenantTable, { whatsappId }: StoredCampaign): Promise<void> {
  const connection = await getConnection(table, whatsappId)
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND')
  if (connection.status === 'CONNECTED') return
  throw new DomainError('conflict', 'ERR_WAPP_NOT_INITIALIZED', 'The connection is not open')
}

async function contentsFor(
  table: TenantTable,
  campaign: StoredCampaign,
  { variant, confirmation }: Wanted,
  number: string,
) {
  const step = confirmation ? 'confirmation' : 'message'
  if (step === 'message' && campaign.mediaName && !campaign.mediaKey)
    throw new DomainError(
      'conflict',
      'ERR_CAMPAIGN_MEDIA_MISSING',
      'The attachment has not been uploaded yet',
    )
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
