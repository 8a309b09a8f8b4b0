import {
  type Campaign,
  type CampaignInput,
  type CampaignType,
  type CONFIRMATION_FIELDS,
  type campaignInput,
  DEFAULT_SCHEDULE_MINUTES,
  type MESSAGE_FIELDS,
} from '@recado/shared/campaigns/campaign'
import { formatNumber } from '@recado/shared/contacts/phone-display'
import type * as z from 'zod'
import { instantOf, wallTimeOf } from '../../ui/dates.ts'

export type TextField = (typeof MESSAGE_FIELDS)[number] | (typeof CONFIRMATION_FIELDS)[number]

/** The form's own values: texts that are never null, and the time as the company's clocks show it. */
export interface CampaignValues
  extends Record<TextField, string>,
    Pick<
      CampaignInput,
      | 'name'
      | 'whatsappId'
      | 'groupMode'
      | 'confirmation'
      | 'mediaMode'
      | 'contactMode'
      | 'block'
      | 'initTreatment'
      | 'recipientsFrom'
      | 'queueId'
      | 'tagId'
    > {
  /** One at most, unless the campaign is for groups. */
  contactListId: string[]
  contactName: string
  contactNumber: string
  /** The attachment's, chosen just now or stored. */
  mediaName: string | null
  scheduledAt: string | null
}

/** A new campaign is proposed for ten minutes from now, and tells how to opt out. */
export const newCampaign = (zone: string, recipientsFrom: 'list' | 'tag' = 'list'): CampaignValues => ({
  recipientsFrom,
  name: '',
  whatsappId: '',
  contactListId: [],
  groupMode: 'group',
  ...textsOf({}),
  confirmation: false,
  mediaMode: 'above',
  mediaName: null,
  contactName: '',
  contactNumber: '',
  contactMode: 'below',
  block: true,
  initTreatment: false,
  queueId: null,
  tagId: null,
  scheduledAt: wallTimeOf(Date.now() + DEFAULT_SCHEDULE_MINUTES * 60_000, zone),
})

export const valuesOf = (campaign: Campaign, zone: string): CampaignValues => ({
  recipientsFrom: campaign.recipientsFrom,
  name: campaign.name,
  whatsappId: campaign.whatsappId,
  contactListId: [campaign.contactListId].flat(),
  groupMode: campaign.groupMode,
  ...textsOf(campaign),
  confirmation: campaign.confirmation,
  mediaMode: campaign.mediaMode,
  mediaName: campaign.mediaName,
  contactName: campaign.contactName ?? '',
  contactNumber: formatNumber(campaign.contactNumber ?? ''),
  contactMode: campaign.contactMode,
  block: campaign.block,
  initTreatment: campaign.initTreatment,
  queueId: campaign.queueId,
  tagId: campaign.tagId,
  scheduledAt: campaign.scheduledAt && wallTimeOf(campaign.scheduledAt, zone),
})

/** All texts, none of them null. */
export const textsOf = (from: Partial<Record<TextField, string | null>>): Record<TextField, string> => ({
  message1: from.message1 ?? '',
  message2: from.message2 ?? '',
  message3: from.message3 ?? '',
  message4: from.message4 ?? '',
  message5: from.message5 ?? '',
  confirmationMessage1: from.confirmationMessage1 ?? '',
  confirmationMessage2: from.confirmationMessage2 ?? '',
  confirmationMessage3: from.confirmationMessage3 ?? '',
  confirmationMessage4: from.confirmationMessage4 ?? '',
  confirmationMessage5: from.confirmationMessage5 ?? '',
})

/** The variants that say something, 1 to 5. */
export const filledOf = (values: CampaignValues, fields: readonly TextField[]): number[] =>
  fields.flatMap((field, index) => (values[field].trim() ? [index + 1] : []))

/** What the API takes for these values. */
export function requestOf(
  values: CampaignValues,
  type: CampaignType,
  zone: string,
): z.input<typeof campaignInput> {
  const { contactListId: _, scheduledAt, mediaName: __, ...same } = values
  return {
    ...same,
    type,
    contactListId: listOf(values, type),
    scheduledAt: scheduledAt && instantOf(scheduledAt, zone),
  }
}

/** A new campaign to a tag has no list yet: one is made with it. */
function listOf({ recipientsFrom, contactListId }: CampaignValues, type: CampaignType) {
  if (type === 'GROUP') return contactListId
  const [only] = contactListId
  return recipientsFrom === 'tag' ? only : (only ?? '')
}
