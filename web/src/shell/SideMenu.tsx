import { NavLink, Stack, Text } from '@mantine/core'
import { type Icon, IconSpeakerphone, IconUsersGroup } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { cshow } from '../api/session.ts'
import { ConnectionWarning } from '../connections/ConnectionWarning.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay, useUser } from '../session/use-session.ts'
import {
  ADMIN_PAGES,
  ANNOUNCEMENTS_PAGE,
  CAMPAIGN_PAGES,
  CONNECTIONS_PAGE,
  CONTACTS_PAGE,
  DASHBOARD_PAGE,
  EXTRA_PAGES,
  GROUP_PAGES,
  HELPS_PAGE,
  type MenuPage,
  QUICK_REPLIES_PAGE,
  TICKETS_PAGE,
  USER_PAGES,
} from './pages.ts'

export function SideMenu() {
  const { t } = useTexts()
  const mayViewDashboard = useMay('dashboard:view')
  const mayAdminister = useMay('drawer-admin-items:view')
  const { super: isOperator } = useUser()
  return (
    <Stack gap={2} p="sm" component="nav" aria-label={t('shell.pages')}>
      {mayViewDashboard && <PageLink page={DASHBOARD_PAGE} />}
      <PageLink page={TICKETS_PAGE} />
      <PageLink page={CONTACTS_PAGE} />
      <PageLink page={QUICK_REPLIES_PAGE} />
      <PageLink page={CONNECTIONS_PAGE} warning={<ConnectionWarning />} />
      {cshow() && (
        <>
          <Submenu label={t('campaigns.menu')} icon={IconSpeakerphone} pages={CAMPAIGN_PAGES} />
          <Submenu label={t('campaigns.groupMenu')} icon={IconUsersGroup} pages={GROUP_PAGES} />
          {EXTRA_PAGES.map((page) => (
            <PageLink key={page.to} page={page} />
          ))}
        </>
      )}
      {isOperator && <PageLink page={ANNOUNCEMENTS_PAGE} />}
      <PageLink page={HELPS_PAGE} />
      {!mayAdminister && USER_PAGES.map((page) => <PageLink key={page.to} page={page} />)}
      {mayAdminister && (
        <>
          <Text size="sm" c="dimmed" fw={600} px="sm" pt="md">
            {t('shell.administration')}
          </Text>
          {ADMIN_PAGES.map((page) => (
            <PageLink key={page.to} page={page} />
          ))}
        </>
      )}
    </Stack>
  )
}

interface SubmenuProps {
  label: string
  icon: Icon
  pages: MenuPage[]
}

function Submenu({ label, icon: Sign, pages }: SubmenuProps) {
  const [opened, setOpened] = useState(true)
  return (
    <NavLink
      component="button"
      label={label}
      leftSection={<Sign size={20} aria-hidden />}
      opened={opened}
      onChange={setOpened}
      aria-expanded={opened}
      childrenOffset={20}
    >
      {pages.map((page) => (
        <PageLink key={page.to} page={page} />
      ))}
    </NavLink>
  )
}

function PageLink({ page, warning }: { page: MenuPage; warning?: React.ReactNode }) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const isHere = pathname === page.to || pathname.startsWith(`${page.to}/`) || isReportOf(page, pathname)
  const { icon: PageSign } = page
  return (
    <NavLink
      label={t(page.text)}
      leftSection={<PageSign size={20} aria-hidden />}
      rightSection={warning}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      renderRoot={(props) => <Link to={page.to} {...props} />}
    />
  )
}

/** Paths of reports are singular, as specified: `/campaign/`, `/group-campaign/`. */
const isReportOf = (page: MenuPage, pathname: string) =>
  (page.to === '/campaigns' || page.to === '/group-campaigns') &&
  pathname.startsWith(`${page.to.replace(/.$/, '')}/`)
