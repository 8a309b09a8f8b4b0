import type { Campaign, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { namesOfParts } from '@recado/shared/campaigns/contract/parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useNumbers } from '../../../ui/use-numbers.ts'
import { ReviewDialog } from '../../start/ReviewDialog.tsx'
import { type CampaignValues, campaignRequestOf } from '../campaign-values.ts'
import { proposalQuery } from '../queries.ts'
import type { FormSteps } from '../use-form-steps.ts'
import type { Choices } from './RecipientsSection.tsx'

interface CampaignReviewProps {
  type: CampaignType
  zone: string
  /** The stored campaign; undefined for a new one to a tag, which exists only after the review. */
  stored: Campaign | undefined
  values: CampaignValues
  choices: Choices
  action: string
  steps: FormSteps
}

/** The review of the form's values, before they are started or scheduled. */
export function CampaignReview(props: CampaignReviewProps) {
  const { type, zone, stored, values, choices, action, steps } = props
  const { t } = useTexts()
  const format = useNumbers()
  // The values that were reviewed are those that are confirmed: they do not follow the form, which may be reset.
  const [reviewed] = useState({
    ...campaignRequestOf(values, type, zone),
    mediaName: values.mediaName,
    campaignId: stored?.id,
  })
  const precheck = useQuery(proposalQuery(reviewed))
  const tag = stored ? undefined : choices.tags?.find(({ id }) => id === values.tagId)
  const { parts = 1, recipients = 0 } = precheck.data ?? {}
  const names = namesOfParts(values.name, parts)
  const ends = { first: names[0] ?? values.name, last: names.at(-1) ?? values.name }
  const { name, scheduledAt } = values
  return (
    <ReviewDialog
      title={t(scheduledAt ? 'campaigns.review.schedule' : 'campaigns.review.start', { name })}
      action={action}
      campaign={{ ...values, type, tag: tag?.name }}
      precheck={precheck}
      mayBeEmpty={Boolean(scheduledAt) || tag !== undefined}
      note={parts > 1 && t('campaigns.split.text', { contacts: format(recipients), parts, ...ends })}
      isBusy={steps.isBusy}
      error={steps.error}
      onConfirm={steps.confirm}
      onClose={steps.close}
    />
  )
}
