import type { Chat } from '@recado/shared/chats/chat'
import { ApiError } from '@recado/shared/http/api-error'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from '../../tickets/page/page.module.css'
import { TicketSkeleton } from '../../tickets/page/TicketSkeleton.tsx'
import { RecordProblem } from '../../ui/RecordProblem.tsx'
import { useChatAim } from '../aim.ts'
import { useChatName } from '../chat-names.ts'
import type { ChatsSearch } from '../list/search.ts'
import { ChatMessageList } from '../messages/ChatMessageList.tsx'
import { useOutgoingChatMessages } from '../outgoing.ts'
import { chatQuery } from '../queries.ts'
import { ChatFoot } from './ChatFoot.tsx'
import { ChatHeader } from './ChatHeader.tsx'

interface ChatPaneProps {
  chatId: string
  search: ChatsSearch
}

/** The open conversation. */
export function ChatPane({ chatId, search }: ChatPaneProps) {
  const { data: chat, error, refetch, isFetching } = useQuery(chatQuery(chatId))
  const isGone = error instanceof ApiError && error.status === 404
  if (error && (!chat || isGone))
    return (
      <div className={classes.nothing}>
        <RecordProblem error={error} back="/chats" onRetry={refetch} isRetrying={isFetching} />
      </div>
    )
  if (!chat) return <TicketSkeleton />
  // Another conversation begins with its own draft and place.
  return <OpenChat key={chat.id} chat={chat} search={search} />
}

function OpenChat({ chat, search }: { chat: Chat; search: ChatsSearch }) {
  const { t } = useTexts()
  const name = useChatName()(chat)
  const messages = useOutgoingChatMessages(chat.id)
  const aim = useChatAim()
  return (
    <section className={classes.conversation} aria-label={t('chats.conversation', { name })}>
      <ChatHeader chat={chat} search={search} />
      <ChatMessageList
        chat={chat}
        outgoing={messages.outgoing}
        onRetry={messages.retry}
        onSendAsDocument={messages.sendAsDocument}
        onDiscard={messages.discard}
        aim={aim}
      />
      <ChatFoot chat={chat} aim={aim} onSend={messages.send} />
    </section>
  )
}
