import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { use } from 'react'
import { ConnectionWarning } from '../connections/ConnectionWarning.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { PageLink } from './PageLink.tsx'
import type { MenuPage, MenuSection } from './pages.ts'
import classes from './Shell.module.css'
import { type Unread, UnreadContext } from './unread.tsx'

interface MenuGroupProps {
  section: MenuSection
  isOpen: boolean
  isFolded: boolean
  onToggle: () => void
}

/** A row of the menu, and its pages while it is open. */
export function MenuGroup({ section, isOpen, isFolded, onToggle }: MenuGroupProps) {
  const { t } = useTexts()
  const { pages } = section
  const isName = pages.some(({ to }) => to === section.to)
  // Other groups are not drawn again for each message.
  const unread = [section, ...pages].some(isCounted) && use(UnreadContext)
  const unreadOf = (page: MenuPage) => (unread && isCounted(page) ? unread[page.to] : 0)
  const hidden = isOpen ? 0 : pages.reduce((sum, page) => sum + unreadOf(page), 0)
  return (
    <>
      <div className={classes.row}>
        <PageLink
          page={section}
          unread={unreadOf(section) + hidden}
          isFolded={isFolded}
          // The row of a group that only leads to its first page is not itself the place.
          isPlace={!isName || !isOpen}
          {...(section.to === '/connections' && { warning: <ConnectionWarning /> })}
        />
        {pages.length > 0 && !isFolded && (
          <ActionIcon
            variant="transparent"
            color="gray"
            size={28}
            className={classes.toggle}
            aria-label={t('shell.pagesOf', { name: t(section.text) })}
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            <IconChevronDown size={16} aria-hidden className={isOpen ? classes.turned : classes.chevron} />
          </ActionIcon>
        )}
      </div>
      {isOpen && pages.length > 0 && (
        <div className={isFolded ? undefined : classes.pages}>
          {pages.map((page) => (
            <PageLink key={page.to} page={page} unread={unreadOf(page)} isFolded={isFolded} isPlace />
          ))}
        </div>
      )}
    </>
  )
}

const isCounted = (page: MenuPage): page is MenuPage & { to: keyof Unread } =>
  page.to === '/tickets' || page.to === '/chats'
