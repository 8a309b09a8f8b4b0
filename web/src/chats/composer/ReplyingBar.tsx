import { ActionIcon } from '@mantine/core'
import type { ChatExcerpt } from '@recado/shared/chats/chat'
import { IconX } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import classes from '../../tickets/editing/editing.module.css'
import { useExcerptWords } from '../chat-names.ts'

interface ReplyingBarProps {
  to: ChatExcerpt
  onCancel: () => void
}

/** The message that the next one replies to, above the field. */
export function ReplyingBar({ to, onCancel }: ReplyingBarProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const words = useExcerptWords()(to)
  const name = to.userId === me ? t('chats.you') : to.userName
  return (
    <div className={classes.bar} data-quote>
      <span className={classes.words}>
        <bdi className={classes.author}>{t('tickets.replying.to', { name })}</bdi>
        <bdi className={classes.quoted}>{words}</bdi>
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={t('tickets.replying.cancel')} onClick={onCancel}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
