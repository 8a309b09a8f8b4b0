import { Alert } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'

/** An internal error that did not stop the campaign. One that did is told beside the status. */
export function FaultNotice({ campaign: { fault, waitingFor } }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  if (!fault || waitingFor === 'fault') return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="status">
      {t('campaigns.report.fault', { reference: fault.reference })}
    </Alert>
  )
}
