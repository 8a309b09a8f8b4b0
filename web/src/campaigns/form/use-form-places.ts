import type { Campaign, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil, instantOf } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { CAMPAIGN_PLACES } from '../places.ts'
import { campaignQuery } from '../queries.ts'
import type { FormSearch } from './form-search.ts'

/** The pages that the form leads to. `onLeave` is called before an unsaved change would be asked about. */
export function useFormPlaces(type: CampaignType, zone: string, onLeave: () => void) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const client = useQueryClient()
  const places = CAMPAIGN_PLACES[type]
  return {
    /** The list, with a toast that says what was saved. @param time the company's local time of a schedule */
    toList: ({ id, name }: Campaign, parts: number, time: string | null) => {
      const single = time
        ? t('campaigns.form.scheduled', { name, time: formatUntil(instantOf(time, zone), serverNow(), zone) })
        : t('campaigns.form.saved')
      toastSuccess(parts > 1 ? t('campaigns.split.done', { parts }) : single, `saved-${id}`)
      onLeave()
      return navigate({ to: places.list, ignoreBlocker: true })
    },
    toReport: (campaignId: string) => {
      onLeave()
      return navigate({ to: places.report, params: { campaignId }, ignoreBlocker: true })
    },
    /** The form of a campaign that was just created, in place of the form of a new one. */
    toEdit: async (campaignId: string, search: FormSearch) => {
      onLeave()
      await client.prefetchQuery(campaignQuery(campaignId))
      return navigate({
        to: places.edit,
        params: { campaignId },
        search,
        replace: true,
        resetScroll: false,
        ignoreBlocker: true,
      })
    },
  }
}
