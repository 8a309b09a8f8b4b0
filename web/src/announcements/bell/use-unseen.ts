import type { Announcement } from '@recado/shared/announcements/announcement'
import { useState } from 'react'
import { useUser } from '../../session/use-session.ts'
import { lastSeen, newestOf, rememberSeen } from './seen.ts'

/** Which announcements the user has not seen in this browser. They stay new as long as the list that shows them is open. */
export function useUnseenAnnouncements(records: readonly Announcement[]) {
  const { id: userId } = useUser()
  /** The newest announcement that the user had seen before the list was opened. */
  const [seen, setSeen] = useState(() => lastSeen(userId))
  const [isListed, setIsListed] = useState(false)
  return {
    count: isListed ? 0 : records.filter(({ id }) => id > seen).length,
    isNew: ({ id }: Announcement) => id > seen,
    /** The list is open. */
    remember: () => {
      rememberSeen(userId, newestOf([{ id: seen }, ...records]))
      setIsListed(true)
    },
    /** The list is closed. */
    forget: () => {
      setSeen(lastSeen(userId))
      setIsListed(false)
    },
  }
}
