import { Switch, Text } from '@mantine/core'
import { CONFIRMATION_FIELDS, MESSAGE_FIELDS } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../../i18n/use-texts.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import type { OpenVariants } from '../form-search.ts'
import { MediaFields } from '../media/MediaFields.tsx'
import { MessageTabs } from '../messages/MessageTabs.tsx'
import type { SectionProps } from '../use-campaign-form.ts'
import type { StoreCampaign } from '../use-store-campaign.ts'
import { ContactCardFields } from './ContactCardFields.tsx'

interface MessageSectionProps extends SectionProps {
  /** Whether everything but the messages is fixed: the contact card, and whether a confirmation is asked. */
  isSettled: boolean
  variants: OpenVariants
  store: StoreCampaign
}

/** Up to five messages, one of them for each recipient; the attachments; and the confirmation question. */
export function MessageSection({ form, isLocked, isSettled, variants, store }: MessageSectionProps) {
  const { t } = useTexts()
  const { confirmation } = form.values
  return (
    <FormSection title={t('campaigns.form.what')}>
      <Text size="sm" c="dimmed">
        {t('campaigns.form.variants')}
      </Text>
      <MessageTabs
        kind="message"
        fields={MESSAGE_FIELDS}
        form={form}
        isLocked={isLocked}
        variants={variants}
      />
      <MediaFields form={form} isLocked={isLocked} store={store} />
      <ContactCardFields form={form} isLocked={isSettled} />
      <Switch
        label={t('campaigns.form.askConfirmation')}
        description={t('campaigns.form.askConfirmationHint')}
        disabled={isSettled}
        {...form.getInputProps('confirmation', { type: 'checkbox' })}
      />
      {confirmation && (
        <MessageTabs
          kind="confirmation"
          fields={CONFIRMATION_FIELDS}
          form={form}
          isLocked={isLocked}
          variants={variants}
        />
      )}
    </FormSection>
  )
}
