import { Group, Stack } from '@mantine/core'
import { campaignStatus } from '@recado/shared/campaigns/contract/campaign'
import { IconAlertTriangle, IconCheck, IconClock, IconInfoCircle, IconPencil } from '@tabler/icons-react'
import { CampaignStatus } from '../campaigns/status/CampaignStatus.tsx'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const LOOKS: Record<string, StatusLook> = {
  'Deu certo': { color: 'green', icon: IconCheck },
  Espera: { color: 'yellow', icon: IconClock },
  Quebrou: { color: 'red', icon: IconAlertTriangle },
  Informa: { color: 'blue', icon: IconInfoCircle },
  Rascunho: { color: 'gray', icon: IconPencil },
}

export const Badges = () => (
  <Stack gap="sm">
    <Group gap="sm">
      {Object.entries(LOOKS).map(([label, look]) => (
        <StatusBadge key={label} look={look} label={label} />
      ))}
    </Group>
    <Group gap="sm">
      {campaignStatus.options.map((status) => (
        <CampaignStatus key={status} status={status} pausedAt={null} />
      ))}
      <CampaignStatus status="EM_ANDAMENTO" pausedAt="2026-11-25T12:00:00Z" />
    </Group>
  </Stack>
)
