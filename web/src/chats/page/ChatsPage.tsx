import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from '../../tickets/page/page.module.css'
import { useHeightAboveKeyboard } from '../../tickets/page/use-height-above-keyboard.ts'
import { useLaterLoaded } from '../../ui/later.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { ChatListPane } from '../list/ChatListPane.tsx'
import type { ChatsSearch } from '../list/search.ts'

interface ChatsPageProps {
  search: ChatsSearch
  /** The open conversation; undefined if none is. */
  openId: string | undefined
  onSearch: (search: ChatsSearch) => void
  /** The open conversation, or what stands in its place. */
  children: ReactNode
}

/** Conversations among colleagues: the list beside the open one. On a phone one of the two. */
export function ChatsPage({ search, openId, onSearch, children }: ChatsPageProps) {
  const { t } = useTexts()
  useDocumentTitle(t('chats.title'))
  useLaterLoaded()
  useHeightAboveKeyboard()
  const isPhone = useIsPhone()
  const showsList = !isPhone || !openId
  return (
    <div className={classes.desk}>
      {!showsList && <VisuallyHidden component="h1">{t('chats.title')}</VisuallyHidden>}
      {showsList && (
        <div className={classes.listPane}>
          <ChatListPane search={search} openId={openId} onSearch={onSearch} />
        </div>
      )}
      {(!isPhone || openId) && <div className={classes.ticketPane}>{children}</div>}
    </div>
  )
}
