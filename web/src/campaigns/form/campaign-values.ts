import type { FormErrors } from '@mantine/form'
import {
  type CampaignReport,
  campaignInput,
  DEFAULT_SCHEDULE_MINUTES,
  MESSAGE_FIELDS,
} from '@recado/shared/campaigns/campaign'
import { can } from '@recado/shared/campaigns/machine'
import i18next from 'i18next'
import { instantOf, wallTimeOf } from '../../ui/dates.ts'
import { validatedBy } from '../../ui/form.ts'
import type { CampaignToSave } from '../queries.ts'

/** The form's own values: texts that are never null, and the time as the company's clocks show it. */
export interface CampaignValues {
  name: string
  whatsappId: string
  contactListId: string
  message1: string
  message2: string
  message3: string
  message4: string
  message5: string
  scheduledAt: string | null
}

/** A new campaign is proposed for ten minutes from now. */
export const newCampaign = (zone: string): CampaignValues => ({
  name: '',
  whatsappId: '',
  contactListId: '',
  message1: '',
  message2: '',
  message3: '',
  message4: '',
  message5: '',
  scheduledAt: wallTimeOf(Date.now() + DEFAULT_SCHEDULE_MINUTES * 60_000, zone),
})

export const valuesOf = (campaign: CampaignReport, zone: string): CampaignValues => ({
  name: campaign.name,
  whatsappId: campaign.whatsappId,
  contactListId: campaign.contactListId,
  message1: campaign.message1 ?? '',
  message2: campaign.message2 ?? '',
  message3: campaign.message3 ?? '',
  message4: campaign.message4 ?? '',
  message5: campaign.message5 ?? '',
  scheduledAt: campaign.scheduledAt && wallTimeOf(campaign.scheduledAt, zone),
})

const required = validatedBy(campaignInput, 'form.fieldRequired')
const specified = validatedBy(campaignInput.pick({ name: true }))

/** The contract's rules, and the two that need the clock or more than one field. */
export const validateCampaign =
  (initial: CampaignValues, isNew: boolean, zone: string) =>
  (values: CampaignValues): FormErrors => {
    const scheduledAt = values.scheduledAt && instantOf(values.scheduledAt, zone)
    const errors = { ...required({ ...values, scheduledAt }), ...specified({ name: values.name }) }
    if (MESSAGE_FIELDS.every((field) => !values[field].trim()))
      errors.messages = i18next.t('campaigns.form.noMessage')
    const isTimeNew = isNew || values.scheduledAt !== initial.scheduledAt
    if (scheduledAt && isTimeNew && Date.parse(scheduledAt) < Date.now()) {
      errors.scheduledAt = i18next.t('campaigns.form.past')
    }
    return errors
  }

/** What is sent: everything for a new or planned campaign, connection and messages for a cancelled one. */
export function toSave(
  values: CampaignValues,
  campaign: CampaignReport | undefined,
  zone: string,
): CampaignToSave {
  const { name, whatsappId, contactListId, scheduledAt, ...messages } = values
  const all = {
    name,
    whatsappId,
    contactListId,
    scheduledAt: scheduledAt && instantOf(scheduledAt, zone),
    ...messages,
  }
  if (!campaign) return { input: { ...all, type: 'PRIVATE' } }
  return { campaignId: campaign.id, change: can(campaign, 'edit') ? all : { whatsappId, ...messages } }
}
