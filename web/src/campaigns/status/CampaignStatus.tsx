import type { Campaign, CampaignStatus as Status } from '@recado/shared/campaigns/contract/campaign'
import {
  IconBan,
  IconCalendarClock,
  IconCircleCheck,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
} from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

/** The colours differ per status (part 2 §4). */
const LOOKS: Record<Status, StatusLook> = {
  INATIVA: { color: 'gray', icon: IconPencil },
  PROGRAMADA: { color: 'yellow', icon: IconCalendarClock },
  EM_ANDAMENTO: { color: 'blue', icon: IconLoader2, spins: true },
  CANCELADA: { color: 'red', icon: IconBan },
  FINALIZADA: { color: 'green', icon: IconCircleCheck },
}
/** The status of a paused campaign is still EM_ANDAMENTO. */
const PAUSED: StatusLook = { color: 'yellow', icon: IconPlayerPause }

interface CampaignStatusProps {
  status: Status
  pausedAt: Campaign['pausedAt']
}

export function CampaignStatus({ status, pausedAt }: CampaignStatusProps) {
  const { t } = useTexts()
  if (status === 'EM_ANDAMENTO' && pausedAt)
    return <StatusBadge look={PAUSED} label={t('campaigns.status.paused')} />
  return <StatusBadge look={LOOKS[status]} label={t(`campaigns.status.${status}`)} />
}
