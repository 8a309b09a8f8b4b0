import { Text } from '@mantine/core'
import type { Chat } from '@recado/shared/chats/chat'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import type { ChatAim } from '../aim.ts'
import { otherIn } from '../chat-names.ts'
import { ChatComposer } from '../composer/ChatComposer.tsx'
import { EditMessage } from '../composer/EditMessage.tsx'
import type { useOutgoingChatMessages } from '../outgoing.ts'
import { useColleagues } from '../use-colleagues.ts'

interface ChatFootProps {
  chat: Chat
  aim: ChatAim
  onSend: ReturnType<typeof useOutgoingChatMessages>['send']
}

/** The composer, or the field of an edit; a notice if the other user was deleted. */
export function ChatFoot({ chat, aim, onSend }: ChatFootProps) {
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
  return (
    <>
      {aim.edited && <EditMessage key={aim.edited.id} chatId={chat.id} message={aim.edited} aim={aim} />}
      <ChatComposer chatId={chat.id} aim={aim} onSend={onSend} />
    </>
  )
}
