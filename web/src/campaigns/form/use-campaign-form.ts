import { useForm } from '@mantine/form'
import { type CampaignValues, validateCampaign } from './campaign-values.ts'

export const useCampaignForm = (initialValues: CampaignValues, isNew: boolean, zone: string) =>
  useForm({ initialValues, validate: validateCampaign(initialValues, isNew, zone) })

/** A part of the campaign form. */
export interface SectionProps {
  form: ReturnType<typeof useCampaignForm>
  isLocked: boolean
}
