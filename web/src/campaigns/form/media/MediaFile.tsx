import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFile, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import type { MediaUpload } from '../use-media-upload.ts'
import type { MediaKind } from './media-kind.ts'

interface MediaFileProps {
  name: string
  /** Size of a file that was just chosen, in bytes. */
  bytes: number | undefined
  kind: MediaKind
  /** The campaign is saved, but its attachment was never uploaded. */
  isMissing: boolean
  disabled: boolean
  upload: MediaUpload
  onRemove: () => void
}

const SIGNS = { image: IconPhoto, video: IconVideo, audio: IconMusic, document: IconFile }

/** The attachment, its upload progress, and a button that removes it. */
export function MediaFile({ name, bytes, kind, isMissing, disabled, upload, onRemove }: MediaFileProps) {
  const { t, language } = useTexts()
  const Sign = SIGNS[kind]
  const percent = Math.round(upload.sentShare * 100)
  return (
    <Stack gap="xs">
      <Group gap="sm" wrap="nowrap">
        <Sign size={28} aria-hidden style={{ flex: 'none' }} />
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {[t(`campaigns.media.kinds.${kind}`), bytes !== undefined && formatBytes(bytes, language)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        {upload.isSending ? (
          <Button size="compact-sm" variant="default" onClick={upload.cancel}>
            {t('campaigns.media.cancel')}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" disabled={disabled} onClick={onRemove}>
            {t('campaigns.media.remove')}
          </Button>
        )}
      </Group>
      {upload.isSending && (
        <>
          <Progress value={percent} aria-label={t('campaigns.media.sending')} />
          <Text size="xs" c="dimmed">
            {t('campaigns.media.sent', { percent })}
          </Text>
        </>
      )}
      {isMissing && (
        <Text size="sm" c="var(--mantine-color-orange-light-color)">
          {t('campaigns.media.missing')}
        </Text>
      )}
    </Stack>
  )
}
