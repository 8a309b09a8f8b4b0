import {
  type Icon,
  IconAddressBook,
  IconAdjustments,
  IconBell,
  IconHelp,
  IconLayoutDashboard,
  IconPlugConnected,
  IconSettings,
  IconSpeakerphone,
  IconUserOff,
  IconUserSearch,
  IconUsers,
  IconUsersGroup,
  IconZoomScan,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { TextKey } from '../i18n/index.ts'

export interface MenuPage {
  to: NonNullable<LinkProps['to']>
  text: TextKey
  icon: Icon
}

/** Only for those who may view it. */
export const DASHBOARD_PAGE: MenuPage = { to: '/', text: 'dashboard.title', icon: IconLayoutDashboard }

export const CONNECTIONS_PAGE: MenuPage = {
  to: '/connections',
  text: 'connections.title',
  icon: IconPlugConnected,
}

/** Only for operators of the platform. */
export const ANNOUNCEMENTS_PAGE: MenuPage = {
  to: '/announcements',
  text: 'announcements.title',
  icon: IconBell,
}

/** The submenu of campaigns; only for companies that have them. */
export const CAMPAIGN_PAGES: MenuPage[] = [
  { to: '/campaigns', text: 'campaigns.titleOf.PRIVATE', icon: IconSpeakerphone },
  { to: '/contact-lists', text: 'contactLists.title', icon: IconAddressBook },
  { to: '/campaigns-config', text: 'settings.title', icon: IconSettings },
]

/** The submenu of groups, beside that of campaigns. */
export const GROUP_PAGES: MenuPage[] = [
  { to: '/group-campaigns', text: 'campaigns.titleOf.GROUP', icon: IconSpeakerphone },
  { to: '/group-lists', text: 'groupLists.title', icon: IconUsersGroup },
  { to: '/group-campaigns-config', text: 'settings.titleOfGroups', icon: IconSettings },
]

export const HELPS_PAGE: MenuPage = { to: '/helps', text: 'helps.title', icon: IconHelp }

/** For everybody: what one may change there is another matter. */
export const SETTINGS_PAGE: MenuPage = {
  to: '/settings',
  text: 'administration.title',
  icon: IconAdjustments,
}

/** Only for those who look after the company. */
export const ADMIN_PAGES: MenuPage[] = [{ to: '/users', text: 'users.title', icon: IconUsers }, SETTINGS_PAGE]

/** What else companies with campaigns have; an entry each. */
export const EXTRA_PAGES: MenuPage[] = [
  { to: '/groups', text: 'extractors.groups.title', icon: IconZoomScan },
  { to: '/extract-contacts', text: 'extractors.contacts.title', icon: IconUserSearch },
  { to: '/contact-blocks', text: 'blocks.title', icon: IconUserOff },
]
