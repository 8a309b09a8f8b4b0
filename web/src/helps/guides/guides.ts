import type { LinkProps } from '@tanstack/react-router'

/** The written help in one language: of each topic the steps in their order. */
export interface Guide {
  title: string
  steps: readonly string[]
  /** What people ask or get wrong. */
  note: string
}

export type Topic = 'connect' | 'contacts' | 'campaign' | 'pace' | 'desk' | 'queues' | 'replies' | 'privacy'

export interface TopicPage {
  link: Pick<LinkProps, 'to' | 'search'>
  /** Whether only companies with campaigns have the page. */
  ofCampaigns?: true
  /** Whether only admins may open the page. */
  ofAdmins?: true
}

/** The topics in the order in which a new company needs them, each with the page that it is about. */
export const TOPICS: Readonly<Record<Topic, TopicPage>> = {
  connect: { link: { to: '/connections' } },
  contacts: { link: { to: '/contact-lists' }, ofCampaigns: true },
  campaign: { link: { to: '/campaigns' }, ofCampaigns: true },
  pace: { link: { to: '/campaigns-config' }, ofCampaigns: true },
  desk: { link: { to: '/tickets' } },
  queues: { link: { to: '/queues' }, ofAdmins: true },
  replies: { link: { to: '/quick-replies' } },
  privacy: { link: { to: '/settings', search: { tab: 'privacy' } }, ofAdmins: true },
}

export type Guides = Readonly<Record<Topic, Guide>>
