import { Badge, Text } from '@mantine/core'
import type { Chat } from '@recado/shared/chats/chat'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import list from '../../tickets/list/list.module.css'
import { shortMoment } from '../../tickets/moments.ts'
import tickets from '../../tickets/tickets.module.css'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import { useChatName, useExcerptWords } from '../chat-names.ts'
import { ChatAvatar } from './ChatAvatar.tsx'
import type { ChatsSearch } from './search.ts'

interface ChatRowProps {
  chat: Chat
  search: ChatsSearch
  isOpen: boolean
  isOnline: boolean
}

const UNREAD_SHOWN = 99

/** A conversation: who, the last words, and how many messages are unread. */
export function ChatRow({ chat, search, isOpen, isOnline }: ChatRowProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const zone = useZone()
  const now = useNow()
  const name = useChatName()(chat)
  const wordsOf = useExcerptWords()
  const { lastMessage, unreads, title, lastAt } = chat
  const author = lastMessage?.userId === me ? t('chats.you') : title === null ? '' : lastMessage?.userName
  return (
    <div className={list.row} data-open={isOpen || undefined}>
      <Link
        to="/chats/$chatId"
        params={{ chatId: chat.id }}
        search={search}
        className={list.link}
        aria-current={isOpen ? 'page' : undefined}
      >
        <ChatAvatar name={name} isRoom={title !== null} isOnline={isOnline} />
        <div className={list.words}>
          <div className={list.line}>
            <Text span fw={unreads > 0 ? 600 : 500} className={tickets.word}>
              <bdi>{name}</bdi>
            </Text>
            <time dateTime={lastAt} className={list.time}>
              {shortMoment(lastAt, now, zone)}
            </time>
          </div>
          <div className={list.line}>
            <span className={list.preview}>
              {lastMessage && author && <bdi>{author}: </bdi>}
              <bdi>{lastMessage ? wordsOf(lastMessage) : t('chats.silent')}</bdi>
            </span>
            {unreads > 0 && (
              <Badge
                size="sm"
                className={list.unread}
                circle={unreads < 10}
                aria-label={t('chats.unread', { count: unreads })}
              >
                {unreads > UNREAD_SHOWN ? `${UNREAD_SHOWN}+` : unreads}
              </Badge>
            )}
          </div>
        </div>
      </Link>
    </div>
  )
}
