import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../../i18n/use-texts.ts'
import { textOf } from '../../../ui/toast.ts'
import { isCancelled, type MediaUpload } from '../use-media-upload.ts'

/** Shown when the campaign is saved but its attachment failed: the reason, and a button that sends it again. */
export function MediaProblem({ upload, onRetry }: { upload: MediaUpload; onRetry: () => void }) {
  const { t } = useTexts()
  const { error } = upload
  if (!error || upload.isSending) return null
  return (
    <Alert color="orange" role="alert" title={t('campaigns.media.notSent')}>
      <Stack gap="sm">
        <Text size="sm">{isCancelled(error) ? t('campaigns.media.cancelled') : textOf(error)}</Text>
        <Group>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('campaigns.media.sendAgain')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
