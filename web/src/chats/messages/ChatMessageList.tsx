import type { Chat, ChatMessage } from '@recado/shared/chats/chat'
import { chatRoutes } from '@recado/shared/chats/routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useIsLive } from '../../realtime/live-status.ts'
import { useUser } from '../../session/use-session.ts'
import { MediaProvider } from '../../tickets/media/conversation-media.tsx'
import { addressQuery } from '../../tickets/media/queries.ts'
import { DayDivider, UnreadDivider } from '../../tickets/messages/Dividers.tsx'
import { MessagesSkeleton } from '../../tickets/messages/MessagesSkeleton.tsx'
import classes from '../../tickets/messages/messages.module.css'
import { OlderPages } from '../../tickets/messages/OlderPages.tsx'
import { lineOf } from '../../tickets/messages/opening.ts'
import { ToEndButton } from '../../tickets/messages/ToEndButton.tsx'
import { useJump } from '../../tickets/messages/use-jump.ts'
import { useOpening } from '../../tickets/messages/use-opening.ts'
import { useQuietLog } from '../../tickets/messages/use-quiet-log.ts'
import { useScrollKeeping } from '../../tickets/messages/use-scroll-keeping.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { useZone } from '../../zone/use-zone.ts'
import type { ChatAim } from '../aim.ts'
import { messagesIn } from '../chat-cache.ts'
import { chatKeys } from '../keys.ts'
import type { OutgoingChatMessage } from '../outgoing.ts'
import { chatMessagesQuery } from '../queries.ts'
import { ChatBubble } from './ChatBubble.tsx'
import own from './chat-messages.module.css'
import { DeleteMessageDialog } from './DeleteMessageDialog.tsx'
import { mediaMessagesIn } from './media-of.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { chatRows, unreadInChat } from './rows.ts'
import { useReadingChat } from './use-reading-chat.ts'

interface ChatMessageListProps {
  chat: Chat
  outgoing: OutgoingChatMessage[]
  onRetry: (message: OutgoingChatMessage) => void
  onSendAsDocument: (message: OutgoingChatMessage) => void
  onDiscard: (message: OutgoingChatMessage) => void
  aim: ChatAim
}

/** Without live events the conversation asks again this often (ms). */
const POLL_MS = 10_000

/** The loaded messages of a conversation, with those that are on their way. */
export function ChatMessageList(props: ChatMessageListProps) {
  const { chat, outgoing, onRetry, onSendAsDocument, onDiscard, aim } = props
  const { t } = useTexts()
  const { id: me } = useUser()
  const zone = useZone()
  const isLive = useIsLive()
  const listRef = useRef<HTMLDivElement>(null)
  const [deleted, setDeleted] = useState<ChatMessage>()
  const query = useInfiniteQuery({
    ...chatMessagesQuery(chat.id),
    refetchInterval: isLive ? false : POLL_MS,
  })
  const { data, error, isPending, isFetching, refetch, fetchNextPage, hasNextPage } = query
  const messages = useMemo(() => messagesIn(data), [data])
  const media = useMemo(() => mediaMessagesIn(messages), [messages])
  // The line above unread messages stays where it was when the conversation was opened.
  const [opened] = useState({ readSeq: chat.readSeq, seq: chat.seq })
  const unread = unreadInChat({ messages, hasMore: hasNextPage, me, opened })
  const { isOpen, lineAt } = useOpening({
    unread,
    isAtUnread: opened.seq > opened.readSeq,
    isBehind: (messages.at(-1)?.seq ?? 0) < opened.seq,
    query,
  })
  const line = lineOf(unread, lineAt)
  const rows = useMemo(() => chatRows({ messages, line, zone }), [messages, line, zone])
  const waiting = outgoing.filter(({ clientId }) => !messages.some((one) => one.clientId === clientId))
  // The server confirmed these before a reload, or to another tab.
  useEffect(() => {
    for (const message of outgoing) if (!waiting.includes(message)) onDiscard(message)
  })
  const last = messages.at(-1)
  const { isAtEnd, lastSeen, onScroll, toEnd } = useScrollKeeping(listRef, {
    first: messages[0]?.id,
    last: isOpen ? (last?.id ?? waiting.at(-1)?.clientId) : undefined,
    sent: waiting.length,
    openAt: undefined,
    isFollowing: true,
  })
  useReadingChat(chat, isOpen ? last : undefined, isAtEnd)
  const loadOlder = useCallback(async () => {
    if (!hasNextPage) return false
    const { isError } = await fetchNextPage()
    return !isError
  }, [hasNextPage, fetchNextPage])
  const { jump, marked } = useJump(listRef, loadOlder)
  const addressOf = useCallback(
    (messageId: string) =>
      addressQuery(chatKeys.media(chat.id, messageId), (signal) =>
        call(chatRoutes.getChatMedia, { chatId: chat.id, messageId }, { signal }),
      ),
    [chat.id],
  )
  const live = useQuietLog(query.isFetchingNextPage)
  if (isPending) return <MessagesSkeleton />
  if (error && messages.length === 0)
    return (
      <div className={classes.list}>
        <ListProblem error={error} title={t('chats.notLoaded')} onRetry={refetch} isRetrying={isFetching} />
      </div>
    )
  if (!isOpen) return <MessagesSkeleton />
  if (messages.length === 0 && waiting.length === 0)
    return <p className={own.empty}>{t('chats.noMessages')}</p>
  const unseen = countUnseen(messages, lastSeen, me)
  return (
    <div className={classes.frame}>
      <div
        ref={listRef}
        className={classes.list}
        role="log"
        aria-live={live}
        aria-label={t('chats.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
        tabIndex={0}
        onScroll={onScroll}
      >
        <OlderPages listRef={listRef} query={query} />
        <div className={classes.rows}>
          <MediaProvider addressOf={addressOf} media={media}>
            {rows.map((row) => {
              if (row.kind === 'day') return <DayDivider key={row.key} day={row.day} />
              if (row.kind === 'unread') return <UnreadDivider key={row.key} />
              return (
                <ChatBubble
                  key={row.key}
                  message={row.message}
                  isOwn={row.message.userId === me}
                  namesAuthor={chat.title !== null}
                  zone={zone}
                  isMarked={row.key === marked}
                  aim={aim}
                  onJump={jump}
                  onDelete={setDeleted}
                />
              )
            })}
          </MediaProvider>
          {waiting.map((message) => (
            <OutgoingBubble
              key={message.clientId}
              message={message}
              zone={zone}
              onJump={jump}
              onRetry={onRetry}
              onSendAsDocument={onSendAsDocument}
              onDiscard={onDiscard}
            />
          ))}
        </div>
      </div>
      {!isAtEnd && <ToEndButton unseen={unseen} onClick={toEnd} />}
      {deleted && <DeleteMessageDialog message={deleted} onClose={() => setDeleted(undefined)} />}
    </div>
  )
}

/** Colleagues' messages behind the last one that was in view. */
function countUnseen(messages: readonly ChatMessage[], lastSeen: string | undefined, me: string): number {
  const seq = messages.find(({ id }) => id === lastSeen)?.seq ?? Number.POSITIVE_INFINITY
  return messages.filter((message) => message.seq > seq && message.userId !== me).length
}
