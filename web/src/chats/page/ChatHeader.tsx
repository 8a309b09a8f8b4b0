import { Text } from '@mantine/core'
import type { Chat } from '@recado/shared/chats/chat'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import classes from '../../tickets/page/page.module.css'
import { BackButton } from '../../ui/BackButton.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { otherIn, useChatName } from '../chat-names.ts'
import { ChatAvatar } from '../list/ChatAvatar.tsx'
import type { ChatsSearch } from '../list/search.ts'
import { RoomDialog } from '../rooms/RoomDialog.tsx'
import { useColleagues } from '../use-colleagues.ts'

interface ChatHeaderProps {
  chat: Chat
  search: ChatsSearch
}

/** The name of the conversation. The name of a room opens its users. */
export function ChatHeader({ chat, search }: ChatHeaderProps) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
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
      <BackButton className={classes.back} onNoHistory={() => navigate({ to: '/chats', search })} />
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
