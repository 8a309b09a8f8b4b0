import {
  type Campaign,
  type CampaignInput,
  type CampaignType,
  type CONFIRMATION_FIELDS,
  type campaignInput,
  DEFAULT_SCHEDULE_MINUTES,
  type MESSAGE_FIELDS,
} from '@recado/shared/campaigns/contract/campaign'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import type * as z from 'zod'
import { instantOf, wallTimeOf } from '../../ui/dates.ts'
import { textOrNull } from '../../ui/form.ts'
import { serverNow } from '../../ui/server-clock.ts'

export type TextField = (typeof MESSAGE_FIELDS)[number] | (typeof CONFIRMATION_FIELDS)[number]

/** Values of the form: texts are never null, and the time is the company's local time. */
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
  /** At most one list, except for campaigns to groups. */
  contactListId: string[]
  contactName: string
  contactNumber: string
  /** The name of the new or the stored attachment. */
  mediaName: string | null
  scheduledAt: string | null
}

/** Values of the form as they are saved. */
export interface ValuesToSave extends CampaignValues {
  /** The time that a draft keeps for its form, the company's local time. */
  draftScheduledAt?: string | null
}

/** What a new campaign begins with. */
interface Beginning {
  recipientsFrom?: 'list' | 'tag'
  whatsappId?: string | undefined
  contactListId?: string | undefined
}

/** Initial values of a new campaign: in ten minutes from now, with the text on opting out. */
export const newCampaign = (
  zone: string,
  { recipientsFrom = 'list', whatsappId = '', contactListId }: Beginning = {},
): CampaignValues => ({
  recipientsFrom,
  name: '',
  whatsappId,
  contactListId: contactListId === undefined ? [] : [contactListId],
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
  scheduledAt: proposedTime(zone),
})

/** The time that the form proposes: in ten minutes (part 2 §2). */
export const proposedTime = (zone: string): string =>
  wallTimeOf(serverNow() + DEFAULT_SCHEDULE_MINUTES * 60_000, zone)

export const campaignFormValues = (campaign: Campaign, zone: string): CampaignValues => ({
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
  scheduledAt: chosenTime(campaign, zone),
})

/** The time of the schedule, or the time that was chosen for a draft. */
function chosenTime({ status, scheduledAt, draftScheduledAt }: Campaign, zone: string): string | null {
  const time = status === 'INATIVA' ? draftScheduledAt : scheduledAt
  return time && wallTimeOf(time, zone)
}

/**
 * The values that the form of a stored campaign opens with. A draft's time that has passed is dropped, except below a
 * dialog: a review of a schedule must not become one of a start.
 */
export function openedFormValues(campaign: Campaign, zone: string, hasDialog: boolean): CampaignValues {
  const values = campaignFormValues(campaign, zone)
  const { scheduledAt } = values
  const isOver = scheduledAt !== null && Date.parse(instantOf(scheduledAt, zone)) <= serverNow()
  return isOver && campaign.status === 'INATIVA' && !hasDialog ? { ...values, scheduledAt: null } : values
}

/** All texts, with '' for null. */
export const textsOf = (from: Partial<Record<TextField, string | null>>): Record<TextField, string> =>
  eachText((field) => from[field] ?? '')

/** All texts as they are sent. */
export const sentTexts = (values: Record<TextField, string>): Record<TextField, string | null> =>
  eachText((field) => textOrNull(values[field]))

const eachText = <T>(textOf: (field: TextField) => T): Record<TextField, T> => ({
  message1: textOf('message1'),
  message2: textOf('message2'),
  message3: textOf('message3'),
  message4: textOf('message4'),
  message5: textOf('message5'),
  confirmationMessage1: textOf('confirmationMessage1'),
  confirmationMessage2: textOf('confirmationMessage2'),
  confirmationMessage3: textOf('confirmationMessage3'),
  confirmationMessage4: textOf('confirmationMessage4'),
  confirmationMessage5: textOf('confirmationMessage5'),
})

/** Numbers of the variants with a text, 1 to 5. */
export const filledVariants = (values: CampaignValues, fields: readonly TextField[]): number[] =>
  fields.flatMap((field, index) => (values[field].trim() ? [index + 1] : []))

/** The values as the API takes them. */
export function campaignRequestOf(
  values: ValuesToSave,
  type: CampaignType,
  zone: string,
): z.input<typeof campaignInput> {
  const { contactListId: _, scheduledAt, draftScheduledAt, mediaName: __, ...same } = values
  return {
    ...same,
    ...sentTexts(values),
    contactName: textOrNull(values.contactName),
    contactNumber: textOrNull(values.contactNumber),
    type,
    contactListId: listOf(values, type),
    scheduledAt: scheduledAt && instantOf(scheduledAt, zone),
    draftScheduledAt: draftScheduledAt ? instantOf(draftScheduledAt, zone) : null,
  }
}

/** A new campaign to a tag has no list yet; the server creates one with it. */
function listOf({ recipientsFrom, contactListId }: CampaignValues, type: CampaignType) {
  if (type === 'GROUP') return contactListId
  const [only] = contactListId
  return recipientsFrom === 'tag' ? only : (only ?? '')
}
