import { ActionIcon } from '@mantine/core'
import type { KeptMedia } from '@recado/shared/messages/kept-media'
import { IconX } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ReplyFile } from '../../quick-replies/ReplyFile.tsx'
import { useReplyFileName } from '../../quick-replies/use-reply-file-name.ts'
import classes from './composer.module.css'

interface ReplyFileBarProps {
  media: KeptMedia
  onRemove: () => void
}

/** The file of a quick reply that leaves with the text, above the field. */
export function ReplyFileBar({ media, onRemove }: ReplyFileBarProps) {
  const { t } = useTexts()
  const nameOf = useReplyFileName()
  return (
    <div className={classes.replyFile}>
      <ReplyFile media={media} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('tickets.files.remove', { name: nameOf(media) })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
