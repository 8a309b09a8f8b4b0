import { ActionIcon, Divider, NavLink, Stack, Text, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSpeakerphone,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useState } from 'react'
import { cshow } from '../api/session.ts'
import { ConnectionWarning } from '../connections/ConnectionWarning.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { PageLink } from './PageLink.tsx'
import {
  ADMIN_PAGES,
  ANNOUNCEMENTS_PAGE,
  CAMPAIGN_PAGES,
  CHATS_PAGE,
  CONNECTIONS_PAGE,
  CONTACTS_PAGE,
  DASHBOARD_PAGE,
  EXTRA_PAGES,
  GROUP_PAGES,
  HELPS_PAGE,
  KANBAN_PAGE,
  type MenuPage,
  MY_NUMBERS_PAGE,
  QUICK_REPLIES_PAGE,
  SCHEDULES_PAGE,
  TICKETS_PAGE,
  USER_PAGES,
} from './pages.ts'
import type { MenuFolding } from './use-folded-menu.ts'

interface SideMenuProps extends MenuFolding {
  /** Unread messages of the user's own tickets. */
  unread: number
  /** Unread messages of colleagues. */
  unreadChats: number
}

export function SideMenu({ isFolded, onFold, unread, unreadChats }: SideMenuProps) {
  const { t } = useTexts()
  const mayViewDashboard = useMay('dashboard:view')
  const mayAdminister = useMay('drawer-admin-items:view')
  const { super: isOperator } = useUser()
  return (
    <Stack gap={2} p={isFolded ? 8 : 'sm'} component="nav" aria-label={t('shell.pages')}>
      {onFold && <FoldButton isFolded={isFolded} onFold={onFold} />}
      {mayViewDashboard && <PageLink page={DASHBOARD_PAGE} isFolded={isFolded} />}
      <PageLink page={TICKETS_PAGE} unread={unread} isFolded={isFolded} />
      <PageLink page={KANBAN_PAGE} isFolded={isFolded} />
      <PageLink page={CHATS_PAGE} unread={unreadChats} isFolded={isFolded} />
      <PageLink page={CONTACTS_PAGE} isFolded={isFolded} />
      <PageLink page={QUICK_REPLIES_PAGE} isFolded={isFolded} />
      <PageLink page={SCHEDULES_PAGE} isFolded={isFolded} />
      {!mayViewDashboard && <PageLink page={MY_NUMBERS_PAGE} isFolded={isFolded} />}
      <PageLink page={CONNECTIONS_PAGE} warning={<ConnectionWarning />} isFolded={isFolded} />
      {cshow() && (
        <>
          <Submenu
            label={t('campaigns.menu')}
            icon={IconSpeakerphone}
            pages={CAMPAIGN_PAGES}
            isFolded={isFolded}
          />
          <Submenu
            label={t('campaigns.groupMenu')}
            icon={IconUsersGroup}
            pages={GROUP_PAGES}
            isFolded={isFolded}
          />
          {EXTRA_PAGES.map((page) => (
            <PageLink key={page.to} page={page} isFolded={isFolded} />
          ))}
        </>
      )}
      {isOperator && <PageLink page={ANNOUNCEMENTS_PAGE} isFolded={isFolded} />}
      <PageLink page={HELPS_PAGE} isFolded={isFolded} />
      {!mayAdminister && USER_PAGES.map((page) => <PageLink key={page.to} page={page} isFolded={isFolded} />)}
      {mayAdminister && (
        <>
          {isFolded ? (
            <Divider my={4} />
          ) : (
            <Text size="sm" c="dimmed" fw={600} px="sm" pt="md">
              {t('shell.administration')}
            </Text>
          )}
          {ADMIN_PAGES.map((page) => (
            <PageLink key={page.to} page={page} isFolded={isFolded} />
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
  isFolded: boolean
}

function Submenu({ label, icon: Sign, pages, isFolded }: SubmenuProps) {
  const [opened, setOpened] = useState(true)
  if (isFolded) return pages.map((page) => <PageLink key={page.to} page={page} isFolded />)
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
        <PageLink key={page.to} page={page} isFolded={isFolded} />
      ))}
    </NavLink>
  )
}

function FoldButton({ isFolded, onFold }: { isFolded: boolean; onFold: () => void }) {
  const { t } = useTexts()
  const label = t(isFolded ? 'shell.unfoldMenu' : 'shell.foldMenu')
  const Sign = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        style={{ alignSelf: isFolded ? 'center' : 'flex-end' }}
        aria-label={label}
        aria-expanded={!isFolded}
        onClick={onFold}
      >
        <Sign size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
