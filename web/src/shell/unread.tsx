import { createContext, type ReactNode, useMemo } from 'react'
import { useUnreadChats } from '../chats/queries.ts'
import { useUnread, useUnreadSigns } from '../notices/alerts/use-unread.ts'

export interface Unread {
  /** Unread messages of the user's own tickets. */
  '/tickets': number
  /** Unread messages of colleagues. */
  '/chats': number
}

export const UnreadContext = createContext<Unread>({ '/tickets': 0, '/chats': 0 })

/** Counts the user's unread messages for the browser's tab and the menu. A new number draws only the rows that show it. */
export function UnreadCounts({ children }: { children: ReactNode }) {
  const [tickets, chats] = [useUnread(), useUnreadChats()]
  useUnreadSigns(tickets + chats)
  const unread = useMemo((): Unread => ({ '/tickets': tickets, '/chats': chats }), [tickets, chats])
  return <UnreadContext value={unread}>{children}</UnreadContext>
}
