import { Text } from '@mantine/core'
import type { QuotedPreview, ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { memo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { timeOf } from '../moments.ts'
import { MenuButton } from './actions/MenuButton.tsx'
import { useMessageActions } from './actions/message-actions.tsx'
import { ReactionList } from './actions/ReactionList.tsx'
import { useLongPress } from './actions/use-long-press.ts'
import { BubbleContent } from './bubbles/BubbleContent.tsx'
import { Deleted } from './bubbles/Deleted.tsx'
import { eventWords } from './event-words.ts'
import { FailureLine } from './FailureLine.tsx'
import { MessageAuthor } from './MessageAuthor.tsx'
import classes from './messages.module.css'
import { Quoted } from './Quoted.tsx'
import { TickMark } from './TickMark.tsx'
import { tickOf } from './tick.ts'

interface MessageProps {
  message: ShownMessage
  /** The message that it quotes; a preview if it is not loaded. */
  quoted: ShownMessage | QuotedPreview | undefined
  /** The name of the customer, or of the group. */
  ticketName: string
  zone: string
  isGroup: boolean
  /** The name of the campaign that it belongs to. */
  campaign: string | undefined
  isMarked: boolean
  isConnectionDown: boolean
  onJump: (messageId: string) => void
}

/** One message of a conversation: a bubble, or a line for an event. Memoised: conversations are long. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, quoted, ticketName, zone, isGroup, campaign, isMarked, isConnectionDown, onJump } = props
  const { t } = useTexts()
  const { openMenu } = useMessageActions()
  const longPress = useLongPress((bubble) => openMenu(message, bubble))
  const { content, at } = message
  if (content.type === 'event') {
    const until = content.until ? formatUntil(content.until, Date.parse(at), zone) : ''
    return (
      <p className={classes.eventLine} data-message={message.id}>
        {eventWords(content, until, t)}
        <time className={classes.eventTime} dateTime={at}>
          {timeOf(at, zone)}
        </time>
      </p>
    )
  }
  const tick = tickOf(message, isConnectionDown)
  return (
    <article
      className={classes.line}
      data-side={message.fromMe ? 'ours' : 'theirs'}
      data-message={message.id}
      data-seq={message.seq ?? undefined}
      data-ticket={message.ticketId ?? undefined}
    >
      <div className={classes.beside}>
        <div
          className={classes.bubble}
          data-look={lookOf(message)}
          data-marked={isMarked || undefined}
          {...longPress}
        >
          <MessageAuthor message={message} ticketName={ticketName} isGroup={isGroup} campaign={campaign} />
          {message.forwarded && <span className={classes.author}>{t('tickets.forwarded')}</span>}
          {message.quoted && (
            <Quoted id={message.quoted} message={quoted} ticketName={ticketName} onJump={onJump} />
          )}
          {message.deletedAt ? <Deleted /> : <BubbleContent messageId={message.id} content={content} />}
          <span className={classes.foot}>
            {message.editedAt && !message.deletedAt && <span>{t('tickets.edited')}</span>}
            <time dateTime={at}>{timeOf(at, zone)}</time>
            {tick && !message.deletedAt && <TickMark tick={tick} />}
          </span>
          {(tick === 'failed' || tick === 'unknown') && !message.deletedAt && (
            <FailureLine message={message} tick={tick} />
          )}
          {message.failedChange && !message.deletedAt && (
            <Text size="xs" c="var(--mantine-color-error)">
              {t(`tickets.failedChange.${message.failedChange}`)}
            </Text>
          )}
        </div>
        {!message.deletedAt && <MenuButton message={message} />}
      </div>
      <ReactionList message={message} />
    </article>
  )
})

function lookOf({ content, fromMe, status }: ShownMessage): 'note' | 'failed' | 'ours' | 'theirs' {
  if (content.type === 'note') return 'note'
  if (status === 'FAILED') return 'failed'
  return fromMe ? 'ours' : 'theirs'
}
