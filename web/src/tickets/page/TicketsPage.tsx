import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useLaterLoaded } from '../../ui/later.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { ListPane } from '../list/ListPane.tsx'
import type { Find, TicketsSearch } from '../search.ts'
import classes from './page.module.css'
import { useHeightAboveKeyboard } from './use-height-above-keyboard.ts'

interface TicketsPageProps {
  search: TicketsSearch
  /** The open ticket; undefined if none is. */
  openUuid: string | undefined
  onSearch: (search: TicketsSearch) => void
  /** Searches; without a text the list is back. */
  onFind: (find: Find) => void
  /** The open ticket, or what stands in its place. */
  children: ReactNode
}

/** The desk: the list beside the open ticket. On a phone one of the two. */
export function TicketsPage({ search, openUuid, onSearch, onFind, children }: TicketsPageProps) {
  const { t } = useTexts()
  useDocumentTitle(t('tickets.title'))
  useLaterLoaded()
  useHeightAboveKeyboard()
  const isPhone = useIsPhone()
  const showsList = !isPhone || !openUuid
  return (
    <div className={classes.desk}>
      {!showsList && <VisuallyHidden component="h1">{t('tickets.title')}</VisuallyHidden>}
      {showsList && (
        <div className={classes.listPane}>
          <ListPane search={search} openUuid={openUuid} onSearch={onSearch} onFind={onFind} />
        </div>
      )}
      {(!isPhone || openUuid) && <div className={classes.ticketPane}>{children}</div>}
    </div>
  )
}
