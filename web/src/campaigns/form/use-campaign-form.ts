import { useForm } from '@mantine/form'
import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import type { CampaignValues } from './campaign-values.ts'
import { validateCampaign } from './validate-campaign.ts'

export const useCampaignForm = (
  initial: CampaignValues,
  about: { type: CampaignType; zone: string; isDraft: boolean },
) => useForm({ initialValues: initial, validate: validateCampaign({ ...about, initial }) })

/** A part of the campaign form. */
export interface SectionProps {
  form: ReturnType<typeof useCampaignForm>
  isLocked: boolean
}
