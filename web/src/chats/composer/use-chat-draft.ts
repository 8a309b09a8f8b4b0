import { useCallback, useState } from 'react'
import { traceKey } from '../../api/traces.ts'
import { useUser } from '../../session/use-session.ts'

/** The unsent text of a conversation, kept in this browser until this user signs out. */
export function useChatDraft(chatId: string) {
  const { id: me } = useUser()
  const key = traceKey('chatDraft', me, chatId)
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  const change = useCallback(
    (next: string) => {
      setText(next)
      if (next) localStorage.setItem(key, next)
      else localStorage.removeItem(key)
    },
    [key],
  )
  return [text, change] as const
}
