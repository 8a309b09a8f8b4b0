import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useIsLive } from '../../realtime/live-status.ts'
import { useUser } from '../../session/use-session.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { campaignsIn } from '../conversation-cache.ts'
import { isConnectionDown } from '../directory.ts'
import { ConversationMediaProvider } from '../media/conversation-media.tsx'
import { conversationQuery } from '../queries.ts'
import { ticketTitle } from '../ticket-title.ts'
import { MessageActionsProvider } from './actions/message-actions.tsx'
import { DayDivider, HiddenDivider, TicketDivider, UnreadDivider } from './Dividers.tsx'
import { Message } from './Message.tsx'
import type { MessageListProps } from './MessageList.tsx'
import { MessagesSkeleton } from './MessagesSkeleton.tsx'
import classes from './messages.module.css'
import { NewerPages } from './NewerPages.tsx'
import { OlderPages } from './OlderPages.tsx'
import { OutgoingMessage } from './OutgoingMessage.tsx'
import { lineOf } from './opening.ts'
import {
  type ConversationRow,
  conversationRows,
  type Divider,
  isBehind,
  loadedUnread,
  rowsAfter,
} from './rows.ts'
import { ToEndButton } from './ToEndButton.tsx'
import { useJump } from './use-jump.ts'
import { useOpenedMessage } from './use-opened-message.ts'
import { useOpening } from './use-opening.ts'
import { useQuietLog } from './use-quiet-log.ts'
import { useReading } from './use-reading.ts'
import { useScrollKeeping } from './use-scroll-keeping.ts'
import { useShortening } from './use-shortening.ts'

interface LoadedMessagesProps extends MessageListProps {
  /** The older message around which pages are loaded; undefined to begin with the newest page. */
  around: string | undefined
}

/** Without live events the conversation asks again this often (ms). */
const POLL_MS = 10_000

/** The loaded messages of a ticket's conversation, with those that are on their way. */
export function LoadedMessages(props: LoadedMessagesProps) {
  const { ticket, directory, outgoing, mayWrite, aim, messageId, around, onNewest } = props
  const { t } = useTexts()
  const zone = useZone()
  const isLive = useIsLive()
  const listRef = useRef<HTMLDivElement>(null)
  const query = useInfiniteQuery({
    ...conversationQuery(ticket.id, around),
    refetchInterval: isLive ? false : POLL_MS,
  })
  const { data, error, isPending, isFetching, refetch, fetchNextPage, hasNextPage } = query
  // The line above unread messages stays where it was when the ticket was opened.
  const [readSeq] = useState(ticket.readSeq)
  const unread = useMemo(() => loadedUnread(data, ticket.id, readSeq), [data, ticket.id, readSeq])
  const isStale = useMemo(
    () => isBehind(data, ticket.id, ticket.inboundSeq),
    [data, ticket.id, ticket.inboundSeq],
  )
  const { isOpen, lineAt } = useOpening({
    unread,
    isAtUnread: !messageId && ticket.inboundSeq > readSeq,
    isBehind: isStale,
    query,
  })
  const line = lineOf(unread, lineAt)
  const rows = useMemo(() => conversationRows({ data, line, zone }), [data, line, zone])
  const messages = useMemo(() => rows.flatMap((row) => (row.kind === 'message' ? [row.message] : [])), [rows])
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages])
  const campaigns = useMemo(() => campaignsIn(data), [data])
  const waiting = outgoing.filter(
    ({ state, clientId }) =>
      state !== 'answered' && state !== 'returned' && !messages.some((one) => one.clientId === clientId),
  )

  const { isAtEnd, lastSeen, onScroll, toEnd } = useScrollKeeping(listRef, {
    first: messages[0]?.id,
    last: isOpen ? (messages.at(-1)?.id ?? waiting.at(-1)?.clientId) : undefined,
    sent: waiting.length,
    openAt: messageId,
    isFollowing: !around,
  })
  useShortening(ticket.id, data, isAtEnd && isOpen && !around)
  const { isWhole } = useMemo(
    () => loadedUnread(data, ticket.id, ticket.readSeq),
    [data, ticket.id, ticket.readSeq],
  )
  useReading(listRef, {
    ticket,
    me: useUser().id,
    shown: isOpen ? messages : undefined,
    isWhole,
    seenSeq: props.seenSeq,
  })
  const loadOlder = useCallback(async () => {
    if (!hasNextPage) return false
    const { isError } = await fetchNextPage()
    return !isError
  }, [hasNextPage, fetchNextPage])
  const { jump, marked } = useJump(listRef, loadOlder)
  useOpenedMessage({
    messageId,
    around,
    isLoaded: isOpen && messages.length > 0,
    isShown: (id) => byId.has(id),
    sent: waiting.length,
    error,
    onShow: jump,
    onNewest,
  })
  const live = useQuietLog(query.isFetchingNextPage || query.isFetchingPreviousPage)
  const title = ticketTitle(ticket.name)
  const isDown = isConnectionDown(directory, ticket.whatsappId)
  const unseen = around ? 0 : countInbound(rowsAfter(rows, lastSeen))

  if (isPending) return <MessagesSkeleton />
  if (error && messages.length === 0)
    return (
      <div className={classes.list}>
        <ListProblem
          error={error}
          title={t('tickets.conversationNotLoaded')}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      </div>
    )
  if (!isOpen) return <MessagesSkeleton />
  const show = (row: ConversationRow) => {
    switch (row.kind) {
      case 'day':
        return <DayDivider key={row.key} day={row.day} />
      case 'ticket':
        return (
          <TicketDivider key={row.key} divider={currentDivider(row.divider, ticket)} directory={directory} />
        )
      case 'hidden':
        return <HiddenDivider key={row.key} count={row.count} />
      case 'unread':
        return <UnreadDivider key={row.key} />
      case 'message':
        return (
          <Message
            key={row.key}
            message={row.message}
            ticketName={title}
            quoted={byId.get(row.message.quoted ?? '') ?? row.message.quotedPreview}
            zone={zone}
            isGroup={ticket.isGroup}
            campaign={campaigns.get(row.message.campaignId ?? '')}
            isMarked={row.key === marked}
            isConnectionDown={isDown}
            onJump={jump}
          />
        )
    }
  }
  return (
    <div className={classes.frame}>
      <div
        ref={listRef}
        className={classes.list}
        role="log"
        aria-live={live}
        aria-label={t('tickets.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
        tabIndex={0}
        onScroll={onScroll}
      >
        <OlderPages listRef={listRef} query={query} />
        <div className={classes.rows}>
          <ConversationMediaProvider ticketId={ticket.id} messages={messages}>
            <MessageActionsProvider ticket={ticket} messages={messages} mayWrite={mayWrite} aim={aim}>
              {rows.map(show)}
            </MessageActionsProvider>
          </ConversationMediaProvider>
          {(around ? [] : waiting).map((message) => (
            <OutgoingMessage
              key={message.clientId}
              message={message}
              ticketName={title}
              quoted={byId.get(message.quoted ?? '')}
              zone={zone}
              onJump={jump}
              onRetry={props.onRetry}
              onSendAsDocument={props.onSendAsDocument}
              onDiscard={props.onDiscard}
            />
          ))}
        </div>
        {around && <NewerPages listRef={listRef} query={query} />}
      </div>
      {(around || !isAtEnd) && <ToEndButton unseen={unseen} onClick={around ? onNewest : toEnd} />}
    </div>
  )
}

const countInbound = (messages: readonly ShownMessage[]): number =>
  messages.filter(({ fromMe }) => !fromMe).length

/** Live events change the open ticket, and not the pages that name it. */
const currentDivider = (divider: Divider, { id, userId, queueId, closedAt, rating }: Ticket): Divider =>
  divider.id === id ? { ...divider, userId, queueId, closedAt, rate: rating?.rate ?? null } : divider
