import { UnstyledButton } from '@mantine/core'
import type { ChatExcerpt } from '@recado/shared/chats/chat'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import classes from '../../tickets/messages/messages.module.css'
import { useExcerptWords } from '../chat-names.ts'

interface ReplyProps {
  to: ChatExcerpt
  onJump: (messageId: string) => void
}

/** The beginning of the message that another one replies to. A click goes there. */
export function Reply({ to, onJump }: ReplyProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const words = useExcerptWords()(to)
  return (
    <UnstyledButton className={classes.quoted} onClick={() => onJump(to.id)} title={t('tickets.goToQuoted')}>
      <bdi className={classes.quotedAuthor}>{to.userId === me ? t('chats.you') : to.userName}</bdi>
      <bdi className={classes.quotedText}>{words}</bdi>
    </UnstyledButton>
  )
}
