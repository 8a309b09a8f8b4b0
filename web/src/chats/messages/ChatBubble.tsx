import type { ChatMessage } from '@recado/shared/chats/chat'
import { memo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Deleted } from '../../tickets/messages/bubbles/Deleted.tsx'
import { MediaBubble } from '../../tickets/messages/bubbles/MediaBubble.tsx'
import { MessageText } from '../../tickets/messages/bubbles/MessageText.tsx'
import { UnseenAuthor } from '../../tickets/messages/MessageAuthor.tsx'
import classes from '../../tickets/messages/messages.module.css'
import { timeOf } from '../../tickets/moments.ts'
import type { ChatAim } from '../aim.ts'
import { ChatMessageMenu } from './ChatMessageMenu.tsx'
import { mediaOf } from './media-of.ts'
import { Reply } from './Reply.tsx'
import { TicketCard } from './TicketCard.tsx'

interface ChatBubbleProps {
  message: ChatMessage
  isOwn: boolean
  /** Whether its author is named: in rooms. */
  namesAuthor: boolean
  zone: string
  isMarked: boolean
  aim: ChatAim
  onJump: (messageId: string) => void
  onDelete: (message: ChatMessage) => void
}

/** One message. Memoised: conversations are long. */
export const ChatBubble = memo(function ChatBubble(props: ChatBubbleProps) {
  const { message, isOwn, namesAuthor, zone, isMarked, aim, onJump, onDelete } = props
  const { t } = useTexts()
  const { id, at, text, ticketUuid, replyTo, editedAt, deletedAt } = message
  const content = mediaOf(message)
  return (
    <article className={classes.line} data-side={isOwn ? 'ours' : 'theirs'} data-message={id}>
      <div className={classes.beside}>
        <div
          className={classes.bubble}
          data-look={isOwn ? 'ours' : 'theirs'}
          data-marked={isMarked || undefined}
        >
          {namesAuthor && !isOwn ? (
            <bdi className={classes.author}>{message.userName}</bdi>
          ) : (
            <UnseenAuthor name={isOwn ? t('chats.you') : message.userName} />
          )}
          {replyTo && <Reply to={replyTo} onJump={onJump} />}
          {deletedAt ? (
            <Deleted />
          ) : (
            <>
              {content && <MediaBubble messageId={id} content={content} />}
              {ticketUuid && <TicketCard uuid={ticketUuid} />}
              <MessageText text={text} />
            </>
          )}
          <span className={classes.foot}>
            {editedAt && !deletedAt && <span>{t('tickets.edited')}</span>}
            <time dateTime={at}>{timeOf(at, zone)}</time>
          </span>
        </div>
        {!deletedAt && <ChatMessageMenu message={message} isOwn={isOwn} aim={aim} onDelete={onDelete} />}
      </div>
    </article>
  )
})
