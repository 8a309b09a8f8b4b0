import { ActionIcon, Text } from '@mantine/core'
import type { Chat } from '@recado/shared/chats/chat'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import classes from '../../tickets/page/page.module.css'
import { otherIn, useChatName } from '../chat-names.ts'
import { ChatAvatar } from '../list/ChatAvatar.tsx'
import type { ChatsSearch } from '../list/search.ts'
import { RoomDialog } from '../rooms/RoomDialog.tsx'
import { useColleagues } from '../use-colleagues.ts'

interface ChatHeaderProps {
  chat: Chat
  search: ChatsSearch
}

/** With whom the conversation is. A room's opens its users. */
export function ChatHeader({ chat, search }: ChatHeaderProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { id: me } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const name = useChatName()(chat)
  const other = otherIn(chat, me)
  const isRoom = chat.title !== null
  const isOnline = useColleagues()?.some(({ id, online }) => id === other?.userId && online) ?? false
  const fact = isRoom
    ? t('chats.users', { count: chat.users.length })
    : t(isOnline ? 'chats.online' : 'chats.offline')
  const who = (
    <>
      <ChatAvatar name={name} isRoom={isRoom} isOnline={isOnline} />
      <span className={classes.whoWords}>
        <Text span fw={600} className={classes.cut}>
          <bdi>{name}</bdi>
        </Text>
        <span className={classes.facts}>{fact}</span>
      </span>
    </>
  )
  return (
    <div className={classes.header}>
      <BackButton search={search} />
      {isRoom ? (
        <button
          type="button"
          className={classes.who}
          title={t('chats.room.manage')}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {who}
        </button>
      ) : (
        <div className={classes.who} style={{ cursor: 'default', background: 'none' }}>
          {who}
        </div>
      )}
      {isOpen && (
        <RoomDialog
          room={chat}
          onLeft={() => navigate({ to: '/chats', search })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

/** On a phone the list is one step back in the history. */
function BackButton({ search }: Pick<ChatHeaderProps, 'search'>) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <ActionIcon
      className={classes.back}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('common.back')}
      onClick={() => (canGoBack ? router.history.back() : navigate({ to: '/chats', search }))}
    >
      <IconArrowLeft size={20} aria-hidden />
    </ActionIcon>
  )
}
