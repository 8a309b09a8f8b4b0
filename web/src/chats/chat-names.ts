import type { Chat, ChatExcerpt } from '@recado/shared/chats/chat'
import { withoutMarks } from '@recado/shared/messages/whatsapp-marks'
import { useCallback } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'

/** The other user of a conversation of two; undefined for a room. */
export const otherIn = ({ title, users }: Pick<Chat, 'title' | 'users'>, me: string) =>
  title === null ? users.find(({ userId }) => userId !== me) : undefined

/** The name of a conversation: its title, or the other user. */
export function useChatName(): (chat: Pick<Chat, 'title' | 'users'>) => string {
  const { t } = useTexts()
  const { id: me } = useUser()
  return useCallback((chat) => chat.title ?? otherIn(chat, me)?.name ?? t('chats.somebody'), [t, me])
}

/** A message in a few words. */
export function useExcerptWords(): (excerpt: ChatExcerpt) => string {
  const { t } = useTexts()
  return useCallback(
    ({ text, file, hasTicket, deletedAt }) => {
      if (deletedAt) return t('tickets.deletedMessage')
      if (text) return withoutMarks(text)
      if (file) return t(`messages.kinds.${file}`)
      return hasTicket ? t('chats.ticket.one') : ''
    },
    [t],
  )
}
