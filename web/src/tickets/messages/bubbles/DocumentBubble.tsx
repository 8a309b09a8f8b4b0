import { ActionIcon, Tooltip } from '@mantine/core'
import type { MediaContent } from '@recado/shared/messages/content'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { toastError } from '../../../ui/toast.ts'
import { useConversationMedia } from '../../media/conversation-media.tsx'
import { saveFile } from '../../media/save-file.ts'
import { FileCard } from './FileCard.tsx'

interface DocumentBubbleProps {
  messageId: string
  content: Extract<MediaContent, { type: 'document' }>
}

/** A document, which is saved and never opened by the page. */
export function DocumentBubble({ messageId, content }: DocumentBubbleProps) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { addressOf } = useConversationMedia()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    await client
      .fetchQuery(addressOf(messageId))
      .then(({ url }) => saveFile(url, content.fileName), toastError)
    setIsBusy(false)
  }
  const label = t('tickets.media.saveNamed', { name: content.fileName })
  return (
    <FileCard content={content}>
      <Tooltip label={t('tickets.media.save')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          loading={isBusy}
          onClick={save}
        >
          <IconDownload size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </FileCard>
  )
}
