import type { CampaignStatus as Status } from '@recado/shared/campaigns/campaign'
import { IconBan, IconCalendarClock, IconCircleCheck, IconLoader2, IconPencil } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const LOOKS: Record<Status, StatusLook> = {
  INATIVA: { color: 'gray', icon: IconPencil },
  PROGRAMADA: { color: 'blue', icon: IconCalendarClock },
  EM_ANDAMENTO: { color: 'teal', icon: IconLoader2, spins: true },
  CANCELADA: { color: 'red', icon: IconBan },
  FINALIZADA: { color: 'green', icon: IconCircleCheck },
}

export function CampaignStatus({ status }: { status: Status }) {
  const { t } = useTexts()
  return <StatusBadge look={LOOKS[status]} label={t(`campaigns.status.${status}`)} />
}
