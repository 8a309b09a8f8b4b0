import {
  type Icon,
  IconAddressBook,
  IconAdjustments,
  IconBell,
  IconBolt,
  IconCalendarClock,
  IconChartBar,
  IconHelp,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconMessageCircle,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconSpeakerphone,
  IconStack2,
  IconTags,
  IconUserHeart,
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

/** For users who may view the dashboard. */
export const DASHBOARD_PAGE: MenuPage = { to: '/', text: 'dashboard.title', icon: IconLayoutDashboard }

/** For users who may not view the dashboard: their own figures. */
export const MY_NUMBERS_PAGE: MenuPage = { to: '/my-numbers', text: 'deskReport.mine', icon: IconChartBar }

export const TICKETS_PAGE: MenuPage = { to: '/tickets', text: 'tickets.title', icon: IconMessages }

export const KANBAN_PAGE: MenuPage = { to: '/kanban', text: 'kanban.title', icon: IconLayoutKanban }

/** Conversations among colleagues. */
export const CHATS_PAGE: MenuPage = { to: '/chats', text: 'chats.title', icon: IconMessageCircle }

export const QUICK_REPLIES_PAGE: MenuPage = {
  to: '/quick-replies',
  text: 'quickReplies.title',
  icon: IconBolt,
}

export const SCHEDULES_PAGE: MenuPage = {
  to: '/schedules',
  text: 'schedules.title',
  icon: IconCalendarClock,
}

/** The people whom the company talks to. */
export const CONTACTS_PAGE: MenuPage = { to: '/contacts', text: 'contactBook.title', icon: IconUserHeart }

export const CONNECTIONS_PAGE: MenuPage = {
  to: '/connections',
  text: 'connections.title',
  icon: IconPlugConnected,
}

/** For operators of the platform. */
export const ANNOUNCEMENTS_PAGE: MenuPage = {
  to: '/announcements',
  text: 'announcements.title',
  icon: IconBell,
}

/** The submenu of campaigns, for companies with campaigns. */
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

/** For all users; the tabs inside depend on the profile. */
const SETTINGS_PAGE: MenuPage = {
  to: '/settings',
  text: 'administration.title',
  icon: IconAdjustments,
}

const TAGS_PAGE: MenuPage = { to: '/tags', text: 'tags.title', icon: IconTags }

/** For admins of the company. */
export const ADMIN_PAGES: MenuPage[] = [
  { to: '/users', text: 'users.title', icon: IconUsers },
  { to: '/queues', text: 'queues.title', icon: IconStack2 },
  TAGS_PAGE,
  SETTINGS_PAGE,
]

/** What users who are not admins find in place of the administration. */
export const USER_PAGES: MenuPage[] = [TAGS_PAGE, SETTINGS_PAGE]

/** Other pages of companies with campaigns. */
export const EXTRA_PAGES: MenuPage[] = [
  { to: '/groups', text: 'extractors.groups.title', icon: IconZoomScan },
  { to: '/extract-contacts', text: 'extractors.contacts.title', icon: IconUserSearch },
  { to: '/contact-blocks', text: 'blocks.title', icon: IconUserOff },
]
