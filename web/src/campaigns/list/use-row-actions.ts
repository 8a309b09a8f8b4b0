import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import {
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconReportAnalytics,
  IconRotate,
  IconTrash,
} from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { MoreMenuItem } from '../../ui/MoreMenu.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import type { CampaignQuestion } from '../actions/CampaignQuestionDialog.tsx'
import { usePause } from '../actions/use-pause.ts'
import { CAMPAIGN_PLACES } from '../places.ts'
import { useDuplicateCampaign } from '../queries.ts'

type Action = MoreMenuItem & { loading?: boolean }

/** Actions that ask first, in the order of the menu. */
const ASKED = [
  { action: 'start', label: 'campaigns.start.action', icon: IconPlayerPlay, danger: false },
  { action: 'restart', label: 'campaigns.restart.action', icon: IconRotate, danger: false },
  { action: 'cancel', label: 'campaigns.cancel.action', icon: IconPlayerStop, danger: true },
  { action: 'delete', label: 'common.delete', icon: IconTrash, danger: true },
] as const

/** The actions that a campaign's state allows: the most likely one, and the others. */
export function useRowActions(
  campaign: Campaign,
  ask: (question: CampaignQuestion) => void,
): { first: Action | undefined; others: Action[]; isBusy: boolean } {
  const { t } = useTexts()
  const pause = usePause(campaign)
  const copy = useCopy(campaign)
  const places = CAMPAIGN_PLACES[campaign.type]
  const params = { campaignId: campaign.id }
  const asked = ASKED.filter(({ action }) => can(campaign, action)).map(
    ({ action, label, icon, danger }): Action => ({
      icon,
      danger,
      label: t(label),
      onClick: () => ask({ action, campaign }),
    }),
  )
  const pausing: Action = {
    label: pause.label,
    icon: pause.action === 'pause' ? IconPlayerPause : IconPlayerPlay,
    loading: pause.isBusy,
    onClick: pause.toggle,
  }
  const report: Action = {
    label: t('campaigns.report.open'),
    icon: IconReportAnalytics,
    link: { to: places.report, params },
  }
  const edit: Action = { label: t('common.edit'), icon: IconPencil, link: { to: places.edit, params } }
  const isEnded = campaign.status === 'FINALIZADA' || campaign.status === 'CANCELADA'
  const shown: Action[] = [
    ...(pause.isPossible ? [pausing] : []),
    ...(isEnded && campaign.startedAt ? [report] : []),
    ...asked,
    ...(!isEnded && campaign.startedAt ? [report] : []),
    ...(can(campaign, 'editMessages') ? [edit] : []),
    { label: t('campaigns.duplicate.action'), icon: IconCopy, onClick: copy.start, disabled: copy.isBusy },
  ]
  const first = shown.find(({ danger }) => !danger)
  return { first, others: shown.filter((action) => action !== first), isBusy: copy.isBusy }
}

/** Duplicates the campaign and opens the copy's form. */
function useCopy(campaign: Campaign): { start: () => void; isBusy: boolean } {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const duplicate = useDuplicateCampaign()
  const start = () => {
    if (duplicate.isPending) return
    duplicate.mutate(campaign.id, {
      onSuccess: ({ id }) => {
        toastSuccess(t('campaigns.duplicate.done'), `duplicate-${id}`)
        navigate({ to: CAMPAIGN_PLACES[campaign.type].edit, params: { campaignId: id } })
      },
    })
  }
  return { start, isBusy: duplicate.isPending }
}
