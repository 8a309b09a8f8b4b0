import { Text } from '@mantine/core'
import type { Chat } from '@recado/shared/chats/chat'
import { ApiError } from '@recado/shared/http/api-error'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import classes from '../../tickets/page/page.module.css'
import { TicketSkeleton } from '../../tickets/page/TicketSkeleton.tsx'
import { RecordProblem } from '../../ui/RecordProblem.tsx'
import { type ChatAim, useChatAim } from '../aim.ts'
import { otherIn, useChatName } from '../chat-names.ts'
import { ChatComposer } from '../composer/ChatComposer.tsx'
import { EditMessage } from '../composer/EditMessage.tsx'
import type { ChatsSearch } from '../list/search.ts'
import { ChatMessageList } from '../messages/ChatMessageList.tsx'
import { useOutgoingChatMessages } from '../outgoing.ts'
import { chatQuery } from '../queries.ts'
import { useColleagues } from '../use-colleagues.ts'
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
        onDiscard={messages.discard}
        aim={aim}
      />
      <Foot chat={chat} aim={aim} onSend={messages.send} />
    </section>
  )
}

interface FootProps {
  chat: Chat
  aim: ChatAim
  onSend: ReturnType<typeof useOutgoingChatMessages>['send']
}

/** The composer; a notice if the other user was deleted. */
function Foot({ chat, aim, onSend }: FootProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const colleagues = useColleagues()
  const other = otherIn(chat, me)
  const isAlone = other && colleagues && !colleagues.some(({ id }) => id === other.userId)
  if (isAlone)
    return (
      <Text size="sm" c="dimmed" p="md" ta="center">
        {t('chats.gone')}
      </Text>
    )
  if (aim.edited) return <EditMessage key={aim.edited.id} chatId={chat.id} message={aim.edited} aim={aim} />
  return <ChatComposer chatId={chat.id} aim={aim} onSend={onSend} />
}
