import type { LinkProps } from '@tanstack/react-router'
import { CAMPAIGN_PLACES } from '../campaigns/places.ts'

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>

/**
 * The page of the record that an action was about: of a campaign its report, of a list its contacts, of a user the form.
 * @param action the call's domain and name, `campaigns.startCampaign`
 * @returns undefined for a deleted record, for records without a page of their own, and for people who came for support:
 * they are users of another company
 */
export function pageOf(action: string, target: string | null): Place | undefined {
  const [domain, call] = action.split('.')
  if (!target || call?.startsWith('delete')) return undefined
  if (domain === 'campaigns')
    return { to: CAMPAIGN_PLACES.PRIVATE.report, params: { campaignId: target }, search: {} }
  if (domain === 'contact-lists')
    return { to: '/contact-lists/$contactListId/contacts', params: { contactListId: target }, search: {} }
  if (action === 'users.updateUser') return { to: '/users', search: { dialog: 'edit', id: target } }
  return undefined
}
