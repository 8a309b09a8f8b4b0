import { Badge, Indicator, NavLink, Tooltip } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { isAt, type MenuPage } from './pages.ts'
import classes from './Shell.module.css'

interface PageLinkProps {
  page: MenuPage
  warning?: ReactNode
  /** Unread messages behind the page. */
  unread?: number
  /** Whether only its icon is shown. */
  isFolded: boolean
  /** Whether the link is marked while its page is open. */
  isPlace: boolean
}

const UNREAD_SHOWN = 99

export function PageLink({ page, warning, unread = 0, isFolded, isPlace }: PageLinkProps) {
  const { t } = useTexts()
  const isHere = useLocation({ select: ({ pathname }) => isPlace && isAt(page, pathname) })
  const { icon: PageSign } = page
  const count = unread > UNREAD_SHOWN ? `${UNREAD_SHOWN}+` : String(unread)
  const told = t('shell.unread', { count: unread })
  const badge = unread > 0 && (
    <Badge size="sm" circle={unread < 10} aria-label={told}>
      {count}
    </Badge>
  )
  const sign = <PageSign size={20} aria-hidden />
  const signWithCount = (
    <Indicator label={count} size={15} offset={2} disabled={unread === 0} display="flex">
      {sign}
    </Indicator>
  )
  const name = unread > 0 ? `${t(page.text)}, ${told}` : t(page.text)
  return (
    <Tooltip label={name} position="right" disabled={!isFolded}>
      <NavLink
        className={isFolded ? `${classes.link} ${classes.folded}` : classes.link}
        label={isFolded ? undefined : t(page.text)}
        aria-label={isFolded ? name : undefined}
        leftSection={isFolded ? signWithCount : sign}
        rightSection={isFolded ? undefined : warning || badge}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        renderRoot={(props) => <Link to={page.to} {...props} />}
      />
    </Tooltip>
  )
}
