import {
  type Campaign,
  type CampaignChange,
  type CampaignInput,
  CHANGEABLE_WHEN_CANCELLED,
} from '@recado/shared/campaigns/campaign'
import { can, statusOfDraft } from '@recado/shared/campaigns/machine'
import { expectedRecipients } from '@recado/shared/campaigns/recipients'
import { changeCampaign, putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store'
import { DomainError } from '@recado/shared/errors'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'
import { checked, requireParts } from './campaign-checks.ts'
import { notEditable, stored, tell } from './campaigns.ts'
import { copied, discard, NO_MEDIA } from './media.ts'

/** What a campaign has before anything was done with it. */
const UNTOUCHED = {
  ...{ startedAt: null, completedAt: null, pausedAt: null, pauseReason: null },
  ...{ ledger: null, preparedAt: null, preparations: 0, preparingUntil: 0, recipients: 0 },
  ...{ resends: 0, resendsReady: 0, resendsUnknown: false, version: 1 },
}

export async function create({ companyId }: Actor, input: CampaignInput): Promise<Campaign> {
  const { contactListId, scheduledAt: given, mediaName, ...fields } = input
  const scheduledAt = given ?? null
  const now = new Date(ports.now()).toISOString()
  const draft: StoredCampaign = {
    ...{ ...fields, ...UNTOUCHED, ...NO_MEDIA, mediaName },
    ...{ id: newId(), companyId, contactListIds: listIdsIn(contactListId), validContacts: 0 },
    ...{ scheduledAt, dueAt: scheduledAt, status: statusOfDraft(scheduledAt) },
    ...{ createdAt: now, updatedAt: now },
  }
  const table = tableOf(companyId)
  const campaign = checked(draft)
  requireFuture(scheduledAt)
  await requireParts(table, campaign)
  await putCampaign(table, { ...campaign, validContacts: await expectedRecipients(table, campaign) })
  return tell(companyId, 'create', campaign.id)
}

/** @throws DomainError ERR_CAMPAIGN_NOT_EDITABLE for what its status does not let change */
export async function update(
  { companyId }: Actor,
  campaignId: string,
  change: CampaignChange,
): Promise<Campaign> {
  const table = tableOf(companyId)
  const before = await stored(companyId, campaignId)
  requireEditable(before, change)
  const { contactListId, scheduledAt: given, ...fields } = definedOf(change)
  const scheduledAt = given === undefined ? before.scheduledAt : given
  const isWithoutMedia = fields.mediaName === null
  const changed = {
    ...{ ...fields, scheduledAt, updatedAt: new Date(ports.now()).toISOString() },
    ...(contactListId && { contactListIds: listIdsIn(contactListId) }),
    ...(isWithoutMedia && NO_MEDIA),
    ...(can(before, 'edit') && { dueAt: scheduledAt, status: statusOfDraft(scheduledAt) }),
  }
  const next = checked({ ...before, ...changed }, before)
  if (scheduledAt !== before.scheduledAt) requireFuture(scheduledAt)
  await requireParts(table, next, before)
  const { contactNumber } = next
  const validContacts = before.preparedAt ? before.validContacts : await expectedRecipients(table, next)
  if (!(await changeCampaign(table, before, { ...changed, contactNumber, validContacts })))
    throw notEditable('This campaign was changed by somebody else')
  if (isWithoutMedia) await discard(before)
  return tell(companyId, 'update', campaignId)
}

/** The same once more, for somebody to change and to start. */
export async function duplicate({ companyId }: Actor, campaignId: string): Promise<Campaign> {
  const table = tableOf(companyId)
  const original = await stored(companyId, campaignId)
  const id = newId()
  const now = new Date(ports.now()).toISOString()
  const copy: StoredCampaign = {
    ...{ ...original, ...UNTOUCHED, ...(await copied(companyId, original, id)) },
    ...{ id, name: nameOfCopy(original.name), status: statusOfDraft(null), scheduledAt: null, dueAt: null },
    ...{ validContacts: await expectedRecipients(table, original), createdAt: now, updatedAt: now },
  }
  await putCampaign(table, copy)
  return tell(companyId, 'create', id)
}

const listIdsIn = (contactListId: string | string[]): string[] => [...new Set([contactListId].flat())]

function requireEditable(campaign: StoredCampaign, change: CampaignChange): void {
  if (can(campaign, 'edit')) return
  const named = Object.keys(definedOf(change))
  const isOpen = named.every((field) => CHANGEABLE_WHEN_CANCELLED.includes(field))
  if (!can(campaign, 'editMessages') || !isOpen) throw notEditable()
}

function requireFuture(scheduledAt: string | null): void {
  if (scheduledAt === null || Date.parse(scheduledAt) > ports.now()) return
  throw new DomainError('invalid', 'ERR_CAMPAIGN_SCHEDULE_PAST', 'The scheduled time has passed')
}

const NAME_MAX_LENGTH = 50
const OF_COPY = ' (cópia)'
const HALF_CHARACTER = /[\ud800-\udbff]$/

const nameOfCopy = (name: string): string =>
  `${name
    .slice(0, NAME_MAX_LENGTH - OF_COPY.length)
    .replace(HALF_CHARACTER, '')
    .trimEnd()}${OF_COPY}`

const definedOf = <T extends object>(record: T): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>
