import type { CampaignInput } from '@recado/shared/campaigns/contract/campaign'
import { statusOfDraft } from '@recado/shared/campaigns/contract/machine'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { ports } from '../context.ts'
import { NO_MEDIA } from './media.ts'

/** State of a new campaign. */
export const UNTOUCHED = {
  startedAt: null,
  completedAt: null,
  pausedAt: null,
  pauseReason: null,
  detailsErasedAt: null,
  ledger: null,
  preparedAt: null,
  preparations: 0,
  preparingUntil: 0,
  recipients: 0,
  resends: 0,
  resendsReady: 0,
  resendsUnknown: false,
  fault: null,
  version: 1,
}

/** An unchecked campaign from a user's input, for these lists. */
export function draftOf(
  companyId: string,
  input: CampaignInput,
  contactListIds: string[],
  id = newId(),
): StoredCampaign {
  const {
    contactListId: _,
    confirmSplit: __,
    scheduledAt: given,
    mediaName,
    draftScheduledAt,
    ...fields
  } = input
  const scheduledAt = given ?? null
  const now = new Date(ports.now()).toISOString()
  return {
    ...fields,
    ...UNTOUCHED,
    ...NO_MEDIA,
    recipientsFrom: sourceOf(input),
    mediaName,
    id,
    companyId,
    contactListIds,
    validContacts: 0,
    scheduledAt,
    draftScheduledAt: scheduledAt ? null : (draftScheduledAt ?? null),
    dueAt: scheduledAt,
    status: statusOfDraft(scheduledAt),
    createdAt: now,
    updatedAt: now,
  }
}

/** Where the recipients of a campaign come from: from a list, or from a tag of the integrated platform. */
export const sourceOf = ({ recipientsFrom, contactListId, tagId }: CampaignInput): 'list' | 'tag' =>
  recipientsFrom ?? (tagId && !contactListId ? 'tag' : 'list')

/** @throws DomainError ERR_CAMPAIGN_SCHEDULE_PAST */
export function requireFuture(scheduledAt: string | null): void {
  if (scheduledAt === null || Date.parse(scheduledAt) > ports.now()) return
  throw new DomainError('invalid', 'ERR_CAMPAIGN_SCHEDULE_PAST', 'The scheduled time has passed')
}
