import { useTexts } from '../../i18n/use-texts.ts'
import bubbles from '../../tickets/messages/bubbles/bubbles.module.css'
import { MessageText } from '../../tickets/messages/bubbles/MessageText.tsx'
import { OutgoingFileCard } from '../../tickets/messages/bubbles/OutgoingFileCard.tsx'
import { UnseenAuthor } from '../../tickets/messages/MessageAuthor.tsx'
import classes from '../../tickets/messages/messages.module.css'
import { NotSent } from '../../tickets/messages/NotSent.tsx'
import { TickMark } from '../../tickets/messages/TickMark.tsx'
import { timeOf } from '../../tickets/moments.ts'
import type { OutgoingChatMessage } from '../outgoing.ts'
import { Reply } from './Reply.tsx'
import { TicketCard } from './TicketCard.tsx'

interface OutgoingBubbleProps {
  message: OutgoingChatMessage
  zone: string
  onJump: (messageId: string) => void
  onRetry: (message: OutgoingChatMessage) => void
  onSendAsDocument: (message: OutgoingChatMessage) => void
  onDiscard: (message: OutgoingChatMessage) => void
}

/** A message of this browser that the server has not confirmed. */
export function OutgoingBubble(props: OutgoingBubbleProps) {
  const { message, zone, onJump, onRetry, onSendAsDocument, onDiscard } = props
  const { state, file, lostFile, ticketUuid, replyTo, text, at, share, reason } = message
  const { t } = useTexts()
  const hasFailed = state === 'failed'
  return (
    <article className={classes.line} data-side="ours">
      <div className={classes.bubble} data-look={hasFailed ? 'failed' : 'ours'}>
        <UnseenAuthor name={t('chats.you')} />
        {replyTo && <Reply to={replyTo} onJump={onJump} />}
        {file && <OutgoingFileCard file={file} share={share} />}
        {lostFile !== undefined && <bdi className={bubbles.cardTitle}>{lostFile}</bdi>}
        {ticketUuid && <TicketCard uuid={ticketUuid} />}
        <MessageText text={text} />
        <span className={classes.foot}>
          <time dateTime={at}>{timeOf(at, zone)}</time>
          <TickMark tick={hasFailed ? 'failed' : 'clock'} />
        </span>
        {hasFailed && (
          <NotSent
            hasFailed
            reason={lostFile === undefined ? reason || t('chats.notConfirmed') : t('chats.fileLost')}
            onRetry={message.mayRetry === false ? undefined : () => onRetry(message)}
            onSendAsDocument={message.maySendAsDocument ? () => onSendAsDocument(message) : undefined}
            onDiscard={() => onDiscard(message)}
          />
        )}
      </div>
    </article>
  )
}
