import { Alert } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { IconAlertTriangle, IconClockPause, IconPlayerPause } from '@tabler/icons-react'
import { isPassing, useWaitingText } from '../status/waiting-text.ts'

/** Why a running campaign sends nothing, since when or until when: amber while it waits, red if it is broken. */
export function WaitingBanner({ campaign }: { campaign: CampaignReport }) {
  const text = useWaitingText(campaign)
  if (!text || isPassing(campaign)) return null
  const isBroken = campaign.waitingFor === 'fault'
  const BannerIcon = isBroken ? IconAlertTriangle : campaign.pausedAt ? IconPlayerPause : IconClockPause
  return (
    <Alert color={isBroken ? 'red' : 'yellow'} icon={<BannerIcon aria-hidden />} role="status">
      {text}
    </Alert>
  )
}
