import type { FormErrors } from '@mantine/form'
import {
  type CampaignType,
  CONFIRMATION_FIELDS,
  campaignInput,
  MESSAGE_FIELDS,
} from '@recado/shared/campaigns/contract/campaign'
import i18next from 'i18next'
import { instantOf } from '../../ui/dates.ts'
import { validatedBy } from '../../ui/form.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { type CampaignValues, campaignRequestOf, filledVariants } from './campaign-values.ts'

interface Validated {
  type: CampaignType
  zone: string
  /** The time of a scheduled campaign may be reached while its form is open. */
  isDraft: boolean
  initial: CampaignValues
}

const required = validatedBy(campaignInput, 'form.fieldRequired')
const specified = validatedBy(campaignInput.pick({ name: true }))
/** The same minimum as for contacts of lists (part 2 §5). */
const FEWEST_DIGITS = 8

/** Validates by the contract's schema, then by the rules that need the clock or several fields. */
export const validateCampaign =
  ({ type, zone, isDraft, initial }: Validated) =>
  (values: CampaignValues): FormErrors => ({
    ...required(campaignRequestOf(values, type, zone)),
    ...nameErrors(values),
    ...textErrors(values),
    ...cardErrors(values),
    ...tagErrors(values),
    ...(isDraft || values.scheduledAt !== initial.scheduledAt ? timeErrors(values, zone) : {}),
  })

/** The name that a campaign to a tag lacks has a text of its own (part 2 §5). */
const nameErrors = ({ name, recipientsFrom }: CampaignValues): FormErrors =>
  recipientsFrom === 'tag' && !name.trim() ? {} : specified({ name })

function textErrors(values: CampaignValues): FormErrors {
  const errors: FormErrors = {}
  if (filledVariants(values, MESSAGE_FIELDS).length === 0 && !values.mediaName)
    errors.messages = i18next.t('campaigns.form.noMessage')
  if (values.confirmation && filledVariants(values, CONFIRMATION_FIELDS).length === 0)
    errors.confirmations = i18next.t('campaigns.form.noConfirmation')
  return errors
}

function cardErrors({ contactName, contactNumber }: CampaignValues): FormErrors {
  const errors: FormErrors = {}
  if (contactNumber.trim() && !contactName.trim()) errors.contactName = i18next.t('form.fieldRequired')
  if (contactName.trim() && !contactNumber.trim()) errors.contactNumber = i18next.t('form.fieldRequired')
  if (contactNumber.trim() && contactNumber.replace(/\D/g, '').length < FEWEST_DIGITS)
    errors.contactNumber = i18next.t('errors.ERR_WAPP_INVALID_CONTACT')
  return errors
}

const tagErrors = ({ recipientsFrom, tagId }: CampaignValues): FormErrors =>
  recipientsFrom === 'tag' && !tagId ? { tagId: i18next.t('form.fieldRequired') } : {}

const timeErrors = ({ scheduledAt }: CampaignValues, zone: string): FormErrors => {
  const error = pastError(scheduledAt, zone)
  return error === undefined ? {} : { scheduledAt: error }
}

/** The specified error of a time that has passed (part 2 §5); undefined for a time to come, and for none. */
export const pastError = (scheduledAt: string | null, zone: string): string | undefined =>
  scheduledAt && Date.parse(instantOf(scheduledAt, zone)) < serverNow()
    ? i18next.t('campaigns.form.past')
    : undefined
