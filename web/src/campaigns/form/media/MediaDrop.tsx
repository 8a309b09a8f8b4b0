import { Group, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { MEDIA_MAX_BYTES } from '@recado/shared/campaigns/contract/campaign'
import { IconPaperclip, IconUpload, IconX } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { isOgg } from './media-kind.ts'

interface MediaDropProps {
  disabled: boolean
  onFile: (file: File) => void
  /** Called with the reason, in words, when a file is refused. */
  onRefused: (text: string, isWarning: boolean) => void
}

/** Drop area and file dialog for the attachment. */
export function MediaDrop({ disabled, onFile, onRefused }: MediaDropProps) {
  const { t } = useTexts()
  const take = ([file]: File[]) => {
    if (!file) return
    if (isOgg(file)) onRefused(t('campaigns.media.onlyMp3'), true)
    else if (file.size === 0) onRefused(t('campaigns.media.emptyFile'), false)
    else onFile(file)
  }
  const refuse = ([first]: FileRejection[]) => {
    const isTooLarge = first?.errors.some(({ code }) => code === 'file-too-large')
    onRefused(t(isTooLarge ? 'campaigns.media.tooLarge' : 'errors.mediaNotTaken'), false)
  }
  return (
    <Dropzone
      onDrop={take}
      onReject={refuse}
      maxSize={MEDIA_MAX_BYTES}
      multiple={false}
      disabled={disabled}
      inputProps={{ 'aria-label': t('campaigns.media.file') }}
      aria-label={t('campaigns.media.drop')}
    >
      <Group gap="md" wrap="nowrap" style={{ pointerEvents: 'none' }}>
        <Dropzone.Accept>
          <IconUpload size={24} aria-hidden />
        </Dropzone.Accept>
        <Dropzone.Reject>
          <IconX size={24} aria-hidden />
        </Dropzone.Reject>
        <Dropzone.Idle>
          <IconPaperclip size={24} aria-hidden />
        </Dropzone.Idle>
        <div>
          <Text size="sm" fw={500}>
            {t('campaigns.media.drop')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('campaigns.media.formats')}
          </Text>
        </div>
      </Group>
    </Dropzone>
  )
}
