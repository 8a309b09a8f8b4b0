import { isDeepStrictEqual } from 'node:util'
import {
  type Campaign,
  type CampaignChange,
  type CampaignInput,
  CHANGEABLE_WHEN_CANCELLED,
  type CreatedCampaign,
} from '@recado/shared/campaigns/contract/campaign'
import { can, statusOfDraft } from '@recado/shared/campaigns/contract/machine'
import { withEnding } from '@recado/shared/campaigns/contract/parts'
import { requireConnectionAndLists } from '@recado/shared/campaigns/engine/actions'
import { expectedRecipients } from '@recado/shared/campaigns/ledger/recipients'
import {
  changeCampaign,
  getCampaign,
  putCampaign,
  type StoredCampaign,
} from '@recado/shared/campaigns/store/campaigns'
import { partsVersion, useWrites } from '@recado/shared/campaigns/store/parts-in-use'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { ports, tableOf } from '../context.ts'
import { checked, requireParts } from './campaign-checks.ts'
import { announced, notEditable, publishCampaign, requireCampaign } from './campaigns.ts'
import { draftOf, requireFuture, sourceOf, UNTOUCHED } from './draft.ts'
import { createFromTag } from './from-tag.ts'
import { copied, discard, NO_MEDIA } from './media.ts'

/** @param id of the new campaign. A repeated call, whose first try may have made it, has the same one */
export async function create(actor: Actor, input: CampaignInput, id = newId()): Promise<CreatedCampaign> {
  const { companyId } = actor
  const table = tableOf(companyId)
  const made = await getCampaign(table, id)
  if (made) return announced(companyId, made.partIds ?? [id])
  if (sourceOf(input) === 'tag') return createFromTag(actor, input, id)
  const campaign = await checked(draftOf(companyId, input, listIdsIn(input.contactListId ?? []), id))
  requireFuture(campaign.scheduledAt)
  await retrying<number, undefined>(
    table,
    () => partsVersion(table),
    async (parts) => {
      await requireParts(table, campaign)
      const counted = { ...campaign, validContacts: await expectedRecipients(table, campaign) }
      if (!(await putCampaign(table, counted, useWrites(campaign.status, parts)))) return AGAIN
      return undefined
    },
  )
  return announced(companyId, [id])
}

/**
 * @throws DomainError ERR_CAMPAIGN_NOT_EDITABLE for a change that the status forbids, ERR_NO_CONTACT_LIST_FOUND for a
 * schedule whose lists were deleted
 */
export async function update(
  { companyId }: Actor,
  campaignId: string,
  change: CampaignChange,
): Promise<Campaign> {
  const table = tableOf(companyId)
  const replaced = await retrying<number, StoredCampaign>(
    table,
    () => partsVersion(table),
    (parts) => tryUpdate(companyId, campaignId, change, parts),
  )
  if (change.mediaName === null) await discard(companyId, replaced)
  return publishCampaign(companyId, 'update', campaignId)
}

/** @returns the campaign as it was before */
async function tryUpdate(
  companyId: string,
  campaignId: string,
  change: CampaignChange,
  parts: number,
): Promise<StoredCampaign | typeof AGAIN> {
  const table = tableOf(companyId)
  const before = await requireCampaign(companyId, campaignId)
  requireEditable(before, change)
  const { contactListId, scheduledAt: given, ...fields } = definedOf(change)
  const scheduledAt = given === undefined ? before.scheduledAt : given
  const changed = {
    ...fields,
    scheduledAt,
    ...(scheduledAt && { draftScheduledAt: null }),
    updatedAt: new Date(ports.now()).toISOString(),
    ...(contactListId && { contactListIds: listIdsIn(contactListId) }),
    ...(fields.mediaName === null && NO_MEDIA),
    ...(can(before, 'edit') && { dueAt: scheduledAt, status: statusOfDraft(scheduledAt) }),
  }
  const next = await checked({ ...before, ...changed }, before)
  if (scheduledAt !== before.scheduledAt) requireFuture(scheduledAt)
  await requireParts(table, next, before)
  await requireSendable(next)
  const { contactNumber } = next
  const validContacts = before.preparedAt ? before.validContacts : await expectedRecipients(table, next)
  const writes = useWrites(next.status, parts)
  const isSaved = await changeCampaign(table, before, { ...changed, contactNumber, validContacts }, writes)
  return isSaved ? before : AGAIN
}

/**
 * Creates a copy that a user can change and start.
 * @param id of the copy. A repeated call, whose first try may have made it, has the same one
 */
export async function duplicate({ companyId }: Actor, campaignId: string, id = newId()): Promise<Campaign> {
  const table = tableOf(companyId)
  if (await getCampaign(table, id)) return publishCampaign(companyId, 'create', id)
  // The copy writes a ledger of its own from the beginning.
  const found = await requireCampaign(companyId, campaignId)
  const { written: _, clearedPreparations: __, usedNames: ___, partIds: ____, ...original } = found
  const now = new Date(ports.now()).toISOString()
  const copy: StoredCampaign = {
    ...original,
    ...UNTOUCHED,
    ...(await copied(companyId, original, id)),
    id,
    name: withEnding(original.name, OF_COPY),
    status: statusOfDraft(null),
    scheduledAt: null,
    draftScheduledAt: null,
    dueAt: null,
    validContacts: await expectedRecipients(table, original),
    createdAt: now,
    updatedAt: now,
  }
  await putCampaign(table, copy)
  return publishCampaign(companyId, 'create', id)
}

const listIdsIn = (contactListId: string | string[]): string[] => [...new Set([contactListId].flat())]

/** A scheduled campaign needs its connection and its lists. @throws DomainError ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND */
async function requireSendable(campaign: StoredCampaign): Promise<void> {
  if (campaign.status === 'PROGRAMADA') await requireConnectionAndLists(ports, campaign)
}

function requireEditable(campaign: StoredCampaign, change: CampaignChange): void {
  if (can(campaign, 'edit')) return
  const isOpen = changedFields(campaign, change).every((field) => CHANGEABLE_WHEN_CANCELLED.includes(field))
  if (!can(campaign, 'editMessages') || !isOpen) throw notEditable()
}

/** The fields with another value than the stored one: a client may send the whole record back (ADR 24). */
function changedFields(campaign: StoredCampaign, { contactListId, ...change }: CampaignChange): string[] {
  const given = { ...change, ...(contactListId && { contactListIds: listIdsIn(contactListId) }) }
  const stored = new Map<string, unknown>(Object.entries(campaign))
  return Object.entries(definedOf(given))
    .filter(([field, value]) => !isDeepStrictEqual(value, stored.get(field)))
    .map(([field]) => field)
}

const OF_COPY = ' (cópia)'

const definedOf = <T extends object>(record: T): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>
