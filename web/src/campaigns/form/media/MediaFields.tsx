import { Alert, Fieldset, SegmentedControl, Stack, Text } from '@mantine/core'
import { mediaMode } from '@recado/shared/campaigns/contract/campaign'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { SectionProps } from '../use-campaign-form.ts'
import type { StoreCampaign } from '../use-store-campaign.ts'
import { MediaDrop } from './MediaDrop.tsx'
import { MediaFile } from './MediaFile.tsx'
import { mediaKindOf } from './media-kind.ts'

interface MediaFieldsProps extends SectionProps {
  isBusy: boolean
  store: StoreCampaign
}

/** The attachment of the message, and whether it comes above or below the text, or both. */
export function MediaFields({ form, isLocked, isBusy, store }: MediaFieldsProps) {
  const { t } = useTexts()
  const [refusal, setRefusal] = useState<{ text: string; isWarning: boolean }>()
  const { mediaName, mediaMode: mode } = form.values
  const type = store.file?.type ?? store.stored?.mediaType ?? ''
  /** The campaign was saved with an attachment whose upload failed. */
  const isMissing = mediaName !== null && !store.file && !store.stored?.mediaPath
  const take = (file: File | undefined) => {
    setRefusal(undefined)
    store.setFile(file)
    form.setFieldValue('mediaName', file?.name ?? null)
    form.clearFieldError('messages')
  }
  if (isLocked && mediaName === null) return null
  return (
    <Fieldset legend={t('campaigns.media.title')} variant="unstyled" disabled={isLocked}>
      <Stack gap="sm">
        {mediaName !== null && (
          <MediaFile
            name={mediaName}
            bytes={store.file?.size}
            kind={mediaKindOf(type)}
            isMissing={isMissing}
            disabled={isLocked || isBusy}
            upload={store.upload}
            onRemove={() => take(undefined)}
          />
        )}
        {(mediaName === null || isMissing) && (
          <MediaDrop
            disabled={isLocked || isBusy}
            onFile={take}
            onRefused={(text, isWarning) => setRefusal({ text, isWarning })}
          />
        )}
        {refusal && (
          <Alert color={refusal.isWarning ? 'yellow' : 'red'} role="alert" py="xs">
            {refusal.text}
          </Alert>
        )}
        {mediaName !== null && (
          <>
            <SegmentedControl
              aria-label={t('campaigns.media.mode')}
              fullWidth
              disabled={isLocked || isBusy}
              data={mediaMode.options.map((value) => ({ value, label: t(`campaigns.media.modes.${value}`) }))}
              value={mode}
              onChange={(value) => {
                const chosen = mediaMode.options.find((option) => option === value)
                if (chosen) form.setFieldValue('mediaMode', chosen)
              }}
            />
            <Text size="sm" c="dimmed">
              {t(`campaigns.media.modeHints.${mode}`)}
            </Text>
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
