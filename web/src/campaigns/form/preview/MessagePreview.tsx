import { Text, Title } from '@mantine/core'
import {
  type CampaignReport,
  type CampaignType,
  CONFIRMATION_FIELDS,
  MESSAGE_FIELDS,
} from '@recado/shared/campaigns/contract/campaign'
import { partsOf } from '@recado/shared/campaigns/message/message-parts'
import type { Content } from '@recado/shared/messages/content'
import { brazilianNumber } from '@recado/shared/phone-numbers/brazilian-number'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { useTexts } from '../../../i18n/use-texts.ts'
import { formatTime, instantOf } from '../../../ui/dates.ts'
import { useNow } from '../../../ui/use-now.ts'
import { WhatsAppBubble, WhatsAppNothing } from '../../../ui/whatsapp/WhatsAppBubble.tsx'
import { type CampaignValues, filledVariants } from '../campaign-values.ts'
import type { OpenVariants } from '../form-search.ts'
import { Bubble } from './Bubble.tsx'
import { Phone } from './Phone.tsx'
import classes from './preview.module.css'
import { usePreviewMedia } from './use-preview-media.ts'
import { useSampleRecipient } from './use-sample-recipient.ts'
import { VariantFlip } from './VariantFlip.tsx'

interface MessagePreviewProps {
  type: CampaignType
  values: CampaignValues
  zone: string
  variants: OpenVariants
  file: File | undefined
  stored: CampaignReport | undefined
}

/** The open messages as the first recipient's phone would show them. */
export function MessagePreview({ type, values, zone, variants, file, stored }: MessagePreviewProps) {
  const { t } = useTexts()
  const { recipient, isReal, isGroup } = useSampleRecipient(type, values)
  const now = useNow()
  const media = usePreviewMedia(values.mediaName, file, stored)
  const at = values.scheduledAt ? instantOf(values.scheduledAt, zone) : new Date(now).toISOString()
  const time = formatTime(at, zone)
  const number = recipient.number && formatNumber(recipient.number)
  const detail = isGroup ? t('campaigns.preview.group') : number

  const written = {
    ...values,
    contactNumber: numberOnCard(values.contactNumber),
    mediaKey: media ? 'preview' : null,
    mediaType: media?.type ?? null,
    mediaBytes: media?.bytes ?? null,
  }
  const readBy = {
    ...recipient,
    variant: variants.message,
    confirmationVariant: variants.confirmation,
    isGroup,
  }
  const partsAt = (step: 'message' | 'confirmation') =>
    partsOf(written, readBy, { step, at: Date.parse(at), timeZone: zone })
  const question = values.confirmation ? partsAt('confirmation') : []
  // An empty open message is shown as empty. The text of another variant would mislead.
  const isEmpty = !values[MESSAGE_FIELDS[variants.message - 1] ?? 'message1'].trim()
  const parts = isEmpty && filledVariants(values, MESSAGE_FIELDS).length > 0 ? [] : partsAt('message')
  const bubbles = (contents: Content[], of: string) =>
    contents.map((content, index) => (
      <Bubble
        key={`${of}-${index}-${content.type}`}
        content={content}
        time={time}
        mediaUrl={media?.url ?? null}
      />
    ))
  return (
    <section className={classes.preview} aria-label={t('campaigns.preview.title')}>
      <Title order={2} size="h4" mb={4}>
        {t('campaigns.preview.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(isReal ? 'campaigns.preview.asContact' : 'campaigns.preview.asExample', { name: recipient.name })}
      </Text>
      <Phone name={recipient.name} detail={detail} time={formatTime(new Date(now).toISOString(), zone)}>
        {question.length > 0 && (
          <>
            {bubbles(question, 'question')}
            <WhatsAppBubble time={time} isAnswer>
              {t('campaigns.preview.yes')}
            </WhatsAppBubble>
          </>
        )}
        {parts.length > 0 ? (
          bubbles(parts, 'message')
        ) : (
          <WhatsAppNothing>{t('campaigns.preview.empty', { number: variants.message })}</WhatsAppNothing>
        )}
      </Phone>
      <VariantFlip kind="message" filled={filledVariants(values, MESSAGE_FIELDS)} variants={variants} />
      {values.confirmation && (
        <VariantFlip
          kind="confirmation"
          filled={filledVariants(values, CONFIRMATION_FIELDS)}
          variants={variants}
        />
      )}
    </section>
  )
}

/** The number as it will be stored. Text that is not a number stays as written. */
function numberOnCard(written: string): string {
  const digits = written.replace(/\D/g, '')
  return (written.trim().startsWith('+') ? digits : brazilianNumber(digits)) ?? written
}
