import type { FirstSteps, Home } from '@recado/shared/dashboard/home'
import type { LinkProps } from '@tanstack/react-router'
import { CAMPAIGN_PLACES } from '../campaigns/places.ts'

/** A step of the first use, in its order on the screen. */
export interface Step {
  key: keyof FirstSteps
  isDone: boolean
  /** Where its action is. */
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

const CAMPAIGN_STEPS = ['connection', 'list', 'campaign', 'trial'] as const
const DESK_STEPS = ['connection', 'queue', 'team', 'conversation'] as const

/** The steps of a company: those of campaigns, or those of customer service for a company without campaigns. */
export function stepsOf({ steps, draft }: Pick<Home, 'steps' | 'draft'>, hasCampaigns: boolean): Step[] {
  const keys = hasCampaigns ? CAMPAIGN_STEPS : DESK_STEPS
  return keys.map((key) => ({ key, isDone: steps[key], link: linkOf(key, draft) }))
}

function linkOf(key: keyof FirstSteps, draft: Home['draft']): Step['link'] {
  switch (key) {
    case 'connection':
      return { to: '/connections', search: { dialog: 'new' } }
    case 'list':
      return { to: '/contact-lists', search: { dialog: 'new' } }
    case 'campaign':
      return { to: CAMPAIGN_PLACES.PRIVATE.create }
    case 'trial':
      // A campaign is tested from its form.
      return draft
        ? { to: CAMPAIGN_PLACES[draft.type].edit, params: { campaignId: draft.id } }
        : { to: CAMPAIGN_PLACES.PRIVATE.list }
    case 'queue':
      return { to: '/queues', search: { dialog: 'new' } }
    case 'team':
      return { to: '/users', search: { dialog: 'new' } }
    case 'conversation':
      return { to: '/tickets' }
  }
}
