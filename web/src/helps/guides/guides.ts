import type { LinkProps } from '@tanstack/react-router'

/** The written help in one language: of each topic the steps in their order. */
export interface Guide {
  title: string
  steps: readonly string[]
  /** What people ask or get wrong. */
  note: string
}

/** The topics in the order in which a new company needs them, each with the page that it is about. */
export const TOPICS = {
  connect: { to: '/connections', ofCampaigns: false },
  contacts: { to: '/contact-lists', ofCampaigns: true },
  campaign: { to: '/campaigns', ofCampaigns: true },
  pace: { to: '/campaigns-config', ofCampaigns: true },
  desk: { to: '/tickets', ofCampaigns: false },
  queues: { to: '/queues', ofCampaigns: false },
  replies: { to: '/quick-replies', ofCampaigns: false },
  privacy: { to: '/settings', ofCampaigns: false },
} as const satisfies Record<string, { to: NonNullable<LinkProps['to']>; ofCampaigns: boolean }>

export type Topic = keyof typeof TOPICS
export type Guides = Readonly<Record<Topic, Guide>>
