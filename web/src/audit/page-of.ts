import { CAMPAIGN_PLACES } from '../campaigns/places.ts'

/**
 * The address of the page of the record that an action was about: of a campaign its report, of a list its contacts.
 * @param action the call's domain and name, `campaigns.startCampaign`
 * @returns undefined for a deleted record, and for records without a page of their own
 */
export function pageOf(action: string, target: string | null): string | undefined {
  const [domain, call] = action.split('.')
  if (!target || call?.startsWith('delete')) return undefined
  if (domain === 'campaigns') return CAMPAIGN_PLACES.PRIVATE.report.replace('$campaignId', target)
  if (domain === 'contact-lists') return `/contact-lists/${target}/contacts`
  return undefined
}
