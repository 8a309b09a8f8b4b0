import {
  type Icon,
  IconAddressBook,
  IconPlugConnected,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { TextKey } from '../i18n/index.ts'

export interface MenuPage {
  to: NonNullable<LinkProps['to']>
  text: TextKey
  icon: Icon
}

export const CONNECTIONS_PAGE: MenuPage = {
  to: '/connections',
  text: 'connections.title',
  icon: IconPlugConnected,
}

/** The submenu of campaigns; only for companies that have them. */
export const CAMPAIGN_PAGES: MenuPage[] = [
  { to: '/campaigns', text: 'campaigns.title', icon: IconSpeakerphone },
  { to: '/contact-lists', text: 'contactLists.title', icon: IconAddressBook },
  { to: '/campaigns-config', text: 'settings.title', icon: IconSettings },
]
