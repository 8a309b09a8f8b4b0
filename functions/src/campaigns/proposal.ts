import type { CampaignInput } from '@recado/shared/campaigns/contract/campaign'
import { partsOf } from '@recado/shared/campaigns/contract/parts'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import { everyoneOf, type PlannedRecipient } from '@recado/shared/campaigns/ledger/recipients'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { newId } from '@recado/shared/ids'
import { personKey } from '@recado/shared/phone-numbers/canonical-key'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'
import { checked, requireParts } from './campaign-checks.ts'
import { requireCampaign } from './campaigns.ts'
import { draftOf, requireFuture, sourceOf } from './draft.ts'
import { requirePlatformTag, requireSomeParts } from './from-tag.ts'
import { precheckOf } from './precheck.ts'
import { contactsOfTag } from './tag-contacts.ts'

type Proposal = CampaignInput & { campaignId?: string | undefined }

/**
 * Predicts what a campaign with these values would do at its time, or now without one. Stores nothing, so that a
 * person reviews a schedule before it exists.
 * @throws DomainError like a saving of the same values, but not ERR_TAG_SPLIT
 */
export async function precheckProposal({ companyId }: Actor, proposal: Proposal): Promise<Precheck> {
  const table = tableOf(companyId)
  const { campaignId, ...input } = proposal
  const before = campaignId === undefined ? undefined : await requireCampaign(companyId, campaignId)
  const isNewFromTag = sourceOf(input) === 'tag' && !input.contactListId
  const listIds = isNewFromTag ? [newId()] : [input.contactListId ?? []].flat()
  const draft = draftOf(companyId, input, listIds)
  const campaign = await checked(before ? { ...draft, id: before.id } : draft, before)
  requireFuture(campaign.scheduledAt)
  if (isNewFromTag) return precheckTag(table, campaign)
  await requireParts(table, campaign, before)
  return precheckOf(table, campaign, everyoneOf(table, campaign))
}

/** The lists of a campaign to a tag do not exist yet: its contacts come from the platform. */
async function precheckTag(table: TenantTable, campaign: StoredCampaign): Promise<Precheck> {
  requirePlatformTag(campaign)
  await requireParts(table, campaign, { ...campaign, whatsappId: '', queueId: null })
  const contacts = await contactsOfTag(campaign.companyId, campaign.tagId ?? '')
  const parts = partsOf(contacts)
  requireSomeParts(parts)
  return { ...(await precheckOf(table, campaign, planned(contacts))), parts: parts.length }
}

async function* planned(contacts: readonly ContactFields[]): AsyncGenerator<PlannedRecipient> {
  for (const contact of contacts) yield { ...contact, identity: personKey(contact.number), unchecked: true }
}
