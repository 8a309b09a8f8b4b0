import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { toastError } from '../../../ui/toast.ts'
import { useConversationMedia } from '../../media/conversation-media.tsx'

interface SaveButtonProps {
  messageId: string
  fileName: string
  /** Saves the file from its address. */
  save: (url: string, fileName: string) => unknown
}

/** Saves the file of a message. */
export function SaveButton({ messageId, fileName, save }: SaveButtonProps) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { addressOf } = useConversationMedia()
  const [isBusy, setIsBusy] = useState(false)
  const fetchAndSave = async () => {
    setIsBusy(true)
    await client
      .fetchQuery(addressOf(messageId))
      .then(({ url }) => save(url, fileName))
      .catch(toastError)
    setIsBusy(false)
  }
  return (
    <Tooltip label={t('tickets.media.save')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('tickets.media.saveNamed', { name: fileName })}
        loading={isBusy}
        onClick={fetchAndSave}
      >
        <IconDownload size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
