import { Switch } from '@mantine/core'
import {
  type CampaignType,
  CONFIRMATION_FIELDS,
  isIntoGroups,
} from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { OpenVariants } from '../form-search.ts'
import { MessageTabs } from '../messages/MessageTabs.tsx'
import type { SectionProps } from '../use-campaign-form.ts'

interface ConfirmationFieldsProps extends SectionProps {
  type: CampaignType
  /** Whether everything but the messages is fixed. */
  isSettled: boolean
  variants: OpenVariants
}

/** Whether a question goes before the message, and the question's texts. The server refuses it inside groups. */
export function ConfirmationFields({ type, form, isLocked, isSettled, variants }: ConfirmationFieldsProps) {
  const { t } = useTexts()
  const { confirmation, groupMode } = form.values
  const isRefused = isIntoGroups({ type, groupMode })
  return (
    <>
      <Switch
        label={t('campaigns.form.askConfirmation')}
        description={t(
          isRefused ? 'campaigns.form.askConfirmationNotInGroups' : 'campaigns.form.askConfirmationHint',
        )}
        disabled={isSettled || isRefused}
        {...form.getInputProps('confirmation', { type: 'checkbox' })}
      />
      {confirmation && (
        <MessageTabs
          kind="confirmation"
          fields={CONFIRMATION_FIELDS}
          form={form}
          isLocked={isLocked}
          isSettled={isSettled}
          variants={variants}
        />
      )}
    </>
  )
}
