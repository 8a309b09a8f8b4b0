import { Text } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { CampaignLinks } from './CampaignLinks.tsx'
import { useCampaignsOn } from './use-campaigns-on.ts'

/** Which unfinished campaigns need a connection, before somebody disconnects or deletes it. */
export function CampaignsOn({ whatsappId }: { whatsappId: string }) {
  const { t } = useTexts()
  const campaigns = useCampaignsOn(whatsappId)
  if (campaigns.length === 0) return null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text span size="sm" c="dimmed">
        {t('connections.usedBy', { count: campaigns.length })}
      </Text>{' '}
      <CampaignLinks campaigns={campaigns} />
    </Text>
  )
}
