import { isIntoGroups } from '@recado/shared/campaigns/contract/campaign'
import { requireMessage } from '@recado/shared/campaigns/engine/actions'
import { variantsOf } from '@recado/shared/campaigns/message/message-parts'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { getConnection } from '@recado/shared/connections/store'
import { getList } from '@recado/shared/contact-lists/store'
import { DomainError, invalidField, notFound } from '@recado/shared/errors/errors'
import type { TenantTable } from '@recado/shared/table/tenant'
import { getTag } from '@recado/shared/tags/store'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import { readNumber } from '../contacts/typed-number.ts'

/**
 * Validates a campaign and normalises its contact card's number.
 * @param before the stored campaign; absent for a new one
 * @throws DomainError for an invalid combination
 */
export async function checked(campaign: StoredCampaign, before?: StoredCampaign): Promise<StoredCampaign> {
  requireMessage(campaign)
  requireConfirmation(campaign)
  if (campaign.contactListIds.length === 0)
    throw invalidField('contactListId', 'required', 'A campaign writes to a list')
  if (campaign.type === 'PRIVATE' && campaign.contactListIds.length !== 1)
    throw invalidField('contactListId', 'one_list', 'A campaign writes to one list')
  return { ...campaign, contactNumber: await cardNumberOf(campaign, before) }
}

function requireConfirmation(campaign: StoredCampaign): void {
  if (!campaign.confirmation) return
  if (isIntoGroups(campaign))
    throw invalidField('confirmation', 'not_in_groups', 'A group cannot be asked whether it wants a message')
  if (variantsOf(campaign, 'confirmation').length > 0) return
  const message = 'A campaign with a confirmation needs a confirmation message'
  throw new DomainError('invalid', 'ERR_CAMPAIGN_CONFIRMATION_EMPTY', message)
}

async function cardNumberOf(
  { contactName, contactNumber }: StoredCampaign,
  before: StoredCampaign | undefined,
): Promise<string | null> {
  if (contactNumber === null && contactName === null) return null
  const text = 'A contact card needs a name and a number'
  if (contactNumber === null) throw invalidField('contactNumber', 'required', text)
  if (contactName === null) throw invalidField('contactName', 'required', text)
  // An unchanged number is not parsed again: as digits alone, some foreign numbers look Brazilian.
  if (contactNumber === before?.contactNumber) return contactNumber
  const read = await readNumber(contactNumber)
  if (!read.ok) throw invalidField('contactNumber', read.reason, 'This is not a valid number')
  return read.number
}

/**
 * Checks that the parts a campaign names belong to the company. Parts it named before are not checked again: they
 * may be deleted.
 * @throws DomainError ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_TAG_FOUND
 */
export async function requireParts(
  table: TenantTable,
  { type, whatsappId, contactListIds, queueId, tagId }: StoredCampaign,
  before?: StoredCampaign,
): Promise<void> {
  if (whatsappId !== before?.whatsappId && !(await getConnection(table, whatsappId)))
    throw notFound('ERR_NO_WAPP_FOUND')
  const added = contactListIds.filter((listId) => !before?.contactListIds.includes(listId))
  const lists = await Promise.all(added.map((listId) => getList(table, listId)))
  if (lists.includes(undefined)) throw notFound('ERR_NO_CONTACT_LIST_FOUND')
  if (lists.some((list) => list?.type !== type))
    throw invalidField('contactListId', 'wrong_type', 'These lists are not of the campaign’s type')
  if (queueId && queueId !== before?.queueId && !(await getTicketQueue(table, queueId)))
    throw notFound('ERR_NO_QUEUE_FOUND')
  if (tagId && tagId !== before?.tagId && !(await getTag(table, tagId))) throw notFound('ERR_NO_TAG_FOUND')
}
