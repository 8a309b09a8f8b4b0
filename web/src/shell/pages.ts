import {
  type Icon,
  IconAddressBook,
  IconAdjustments,
  IconBolt,
  IconBuilding,
  IconCalendarClock,
  IconChartBar,
  IconGauge,
  IconHelp,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconMessageCircle,
  IconMessages,
  IconPlugConnected,
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

/** What decides about the menu of a user. */
export interface MenuUser {
  mayViewDashboard: boolean
  mayAdminister: boolean
  /** An operator of the platform. */
  isOperator: boolean
  /** Whether the company has campaigns. */
  hasCampaigns: boolean
}

/** A row of the menu, and the pages that stand under it while it is open. */
export interface MenuSection extends MenuPage {
  pages: MenuPage[]
}

const DASHBOARD: MenuPage = { to: '/', text: 'dashboard.title', icon: IconLayoutDashboard }
/** For users who may not view the dashboard: their own figures. */
const MY_NUMBERS: MenuPage = { to: '/my-numbers', text: 'deskReport.mine', icon: IconChartBar }
const CONNECTIONS: MenuPage = { to: '/connections', text: 'connections.title', icon: IconPlugConnected }
/** For all users; the tabs inside depend on the profile. */
const SETTINGS: MenuPage = { to: '/settings', text: 'administration.title', icon: IconAdjustments }
const HELPS: MenuPage = { to: '/helps', text: 'helps.title', icon: IconHelp }

const DESK: MenuSection = {
  to: '/tickets',
  text: 'tickets.title',
  icon: IconMessages,
  pages: [
    { to: '/kanban', text: 'kanban.title', icon: IconLayoutKanban },
    { to: '/chats', text: 'chats.title', icon: IconMessageCircle },
    { to: '/schedules', text: 'schedules.title', icon: IconCalendarClock },
    { to: '/quick-replies', text: 'quickReplies.title', icon: IconBolt },
    { to: '/tags', text: 'tags.title', icon: IconTags },
  ],
}

const CAMPAIGNS: MenuSection = {
  to: '/campaigns',
  text: 'campaigns.titleOf.PRIVATE',
  icon: IconSpeakerphone,
  pages: [
    { to: '/group-campaigns', text: 'campaigns.titleOf.GROUP', icon: IconUsersGroup },
    { to: '/campaigns-config', text: 'settings.title', icon: IconGauge },
    { to: '/group-campaigns-config', text: 'settings.titleOfGroups', icon: IconGauge },
  ],
}

/** The people that the company talks to. */
const CONTACTS: MenuSection = {
  to: '/contacts',
  text: 'contactBook.title',
  icon: IconUserHeart,
  pages: [],
}

/** What companies with campaigns find under the contacts. */
const LISTS: MenuPage[] = [
  { to: '/contact-lists', text: 'contactLists.title', icon: IconAddressBook },
  { to: '/group-lists', text: 'groupLists.title', icon: IconUsersGroup },
  { to: '/extract-contacts', text: 'extractors.contacts.title', icon: IconUserSearch },
  { to: '/groups', text: 'extractors.groups.title', icon: IconZoomScan },
  { to: '/contact-blocks', text: 'blocks.title', icon: IconUserOff },
]

/** For admins of the company. Its row leads to its first page. */
const ADMINISTRATION: MenuSection = {
  to: '/users',
  text: 'shell.administration',
  icon: IconBuilding,
  pages: [
    { to: '/users', text: 'users.title', icon: IconUsers },
    { to: '/queues', text: 'queues.title', icon: IconStack2 },
    SETTINGS,
  ],
}

/** For operators of the platform. */
const ANNOUNCEMENTS: MenuPage = { to: '/announcements', text: 'announcements.title', icon: IconSpeakerphone }

const alone = (page: MenuPage): MenuSection => ({ ...page, pages: [] })

/**
 * The menu of a user: groups by what people do. Every page stands in it under its own name, at most one level down (part
 * 3 §3).
 */
export function menuOf({
  mayViewDashboard,
  mayAdminister,
  isOperator,
  hasCampaigns,
}: MenuUser): MenuSection[] {
  const desk = mayViewDashboard ? DESK : { ...DESK, pages: [...DESK.pages, MY_NUMBERS] }
  const administration = isOperator
    ? { ...ADMINISTRATION, pages: [...ADMINISTRATION.pages, ANNOUNCEMENTS] }
    : ADMINISTRATION
  return [
    ...(mayViewDashboard ? [alone(DASHBOARD)] : []),
    desk,
    ...(hasCampaigns ? [CAMPAIGNS] : []),
    hasCampaigns ? { ...CONTACTS, pages: LISTS } : CONTACTS,
    alone(CONNECTIONS),
    mayAdminister ? administration : alone(SETTINGS),
    ...(isOperator && !mayAdminister ? [alone(ANNOUNCEMENTS)] : []),
    alone(HELPS),
  ]
}

/** All pages of a menu, in its order. The row of a group is a page too, unless it only leads to its first one. */
export const pagesOf = (sections: readonly MenuSection[]): MenuPage[] =>
  sections.flatMap(({ pages, ...own }) => (pages.some(({ to }) => to === own.to) ? pages : [own, ...pages]))

/** Whether a page, or one below it, is open. */
export function isAt({ to }: MenuPage, pathname: string): boolean {
  if (pathname === to || pathname.startsWith(`${to}/`)) return true
  // Paths of reports are singular, as specified: `/campaign/`, `/group-campaign/`.
  return to.endsWith('campaigns') && pathname.startsWith(`${to.replace(/.$/, '')}/`)
}

/** The section of the open page. */
export const sectionAt = (sections: readonly MenuSection[], pathname: string): MenuSection | undefined =>
  sections.find((section) => [section, ...section.pages].some((page) => isAt(page, pathname)))
