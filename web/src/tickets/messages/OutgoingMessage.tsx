import { Button, Group } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { useTexts } from '../../i18n/use-texts.ts'
import { ReplyFile } from '../../quick-replies/ReplyFile.tsx'
import { timeOf } from '../moments.ts'
import type { Outgoing } from '../outgoing.ts'
import { MessageText } from './bubbles/MessageText.tsx'
import { OutgoingFileCard } from './bubbles/OutgoingFileCard.tsx'
import { UnseenAuthor } from './MessageAuthor.tsx'
import classes from './messages.module.css'
import { NotSent } from './NotSent.tsx'
import { Quoted } from './Quoted.tsx'
import { TickMark } from './TickMark.tsx'

interface OutgoingMessageProps {
  message: Outgoing
  /** The message that it quotes, if it is loaded. */
  quoted: ShownMessage | undefined
  /** The name of the customer, or of the group. */
  ticketName: string
  zone: string
  onJump: (messageId: string) => void
  onRetry: (message: Outgoing) => void
  onSendAsDocument: (message: Outgoing) => void
  onDiscard: (message: Outgoing) => void
}

/** A message of this browser that the server has not confirmed. */
export function OutgoingMessage(props: OutgoingMessageProps) {
  const { message, quoted, ticketName, zone, onJump, onRetry, onSendAsDocument, onDiscard } = props
  const { t } = useTexts()
  const { state, file, replyFile, share } = message
  const hasFailed = state === 'failed'
  // A file can be given up until the message itself leaves.
  const canCancel = state === 'sending' && share !== undefined
  const reason =
    state === 'asks' ? t('tickets.outbox.asks', { time: timeOf(message.at, zone) }) : message.reason
  return (
    <article className={classes.line} data-side="ours">
      <div className={classes.bubble} data-look={hasFailed ? 'failed' : 'ours'}>
        <UnseenAuthor name={t('tickets.us')} />
        {message.quoted && (
          <Quoted id={message.quoted} message={quoted} ticketName={ticketName} onJump={onJump} />
        )}
        {file && <OutgoingFileCard file={file} share={share} />}
        {replyFile && <ReplyFile media={replyFile} />}
        <MessageText text={message.text} />
        <span className={classes.foot}>
          <time dateTime={message.at}>{timeOf(message.at, zone)}</time>
          <TickMark tick={hasFailed ? 'failed' : 'clock'} />
        </span>
        {canCancel && (
          <Group gap="xs" mt={4}>
            <Button size="compact-xs" variant="default" onClick={() => onDiscard(message)}>
              {t('tickets.outbox.cancel')}
            </Button>
          </Group>
        )}
        {(hasFailed || state === 'asks') && (
          <NotSent
            hasFailed={hasFailed}
            reason={reason}
            onRetry={message.mayRetry === false ? undefined : () => onRetry(message)}
            onSendAsDocument={message.maySendAsDocument ? () => onSendAsDocument(message) : undefined}
            onDiscard={() => onDiscard(message)}
          />
        )}
      </div>
    </article>
  )
}
