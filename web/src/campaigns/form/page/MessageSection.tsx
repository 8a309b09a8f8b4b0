import { Text } from '@mantine/core'
import { type CampaignType, MESSAGE_FIELDS } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../../i18n/use-texts.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import { LockedFields } from '../../../ui/LockedFields.tsx'
import { filledVariants } from '../campaign-values.ts'
import type { OpenVariants } from '../form-search.ts'
import { MediaFields } from '../media/MediaFields.tsx'
import { MessageTabs } from '../messages/MessageTabs.tsx'
import type { SectionProps } from '../use-campaign-form.ts'
import type { StoreCampaign } from '../use-store-campaign.ts'
import { ConfirmationFields } from './ConfirmationFields.tsx'
import { ContactCardFields } from './ContactCardFields.tsx'
import { Folds } from './Folds.tsx'

interface MessageSectionProps extends SectionProps {
  type: CampaignType
  /** Whether everything but the messages is fixed: the contact card, and whether a confirmation is asked. */
  isSettled: boolean
  /** Whether the form is being saved. An upload can still be cancelled. */
  isBusy: boolean
  variants: OpenVariants
  store: StoreCampaign
}

/** Up to five messages, one of them for each recipient; the attachments; and the confirmation question. */
export function MessageSection(props: MessageSectionProps) {
  const { type, form, isLocked, isSettled, isBusy, variants, store } = props
  const { t } = useTexts()
  const { confirmation, contactName, contactNumber } = form.values
  const isSpread = filledVariants(form.values, MESSAGE_FIELDS).length > 1
  const hasCard = Boolean(contactName.trim() || contactNumber.trim())
  return (
    <FormSection title={t('campaigns.form.what')}>
      <LockedFields isLocked={isBusy}>
        <MessageTabs
          kind="message"
          fields={MESSAGE_FIELDS}
          form={form}
          isLocked={isLocked}
          isSettled={isSettled}
          variants={variants}
        />
      </LockedFields>
      {isSpread && (
        <Text size="sm" c="dimmed">
          {t('campaigns.form.variants')}
        </Text>
      )}
      <MediaFields form={form} isLocked={isLocked} isBusy={isBusy} store={store} />
      <LockedFields isLocked={isBusy}>
        <Folds
          folds={[
            {
              key: 'card',
              title: t('campaigns.card.title'),
              state: hasCard ? contactName.trim() : t('campaigns.card.none'),
              isFilled: hasCard,
              isFaulty: Boolean(form.errors.contactName || form.errors.contactNumber),
              content: <ContactCardFields form={form} isLocked={isSettled} />,
            },
            {
              key: 'confirmation',
              title: t('campaigns.form.confirmationFirst'),
              state: t(confirmation ? 'campaigns.form.confirmationOn' : 'campaigns.form.confirmationOff'),
              isFilled: confirmation,
              isFaulty: Boolean(form.errors.confirmations),
              content: (
                <ConfirmationFields
                  type={type}
                  form={form}
                  isLocked={isLocked}
                  isSettled={isSettled}
                  variants={variants}
                />
              ),
            },
          ]}
        />
      </LockedFields>
    </FormSection>
  )
}
