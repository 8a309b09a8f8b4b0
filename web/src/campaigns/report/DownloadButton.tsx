import { Button } from '@mantine/core'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { IconFileDownload } from '@tabler/icons-react'
import { call } from '../../api/call.ts'
import { useDownload } from '../../exports/use-download.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** Downloads the recipients and their results as a spreadsheet. */
export function DownloadButton({ campaignId }: { campaignId: string }) {
  const { t } = useTexts()
  const download = useDownload((id: string) => call(campaignRoutes.exportCampaign, { campaignId: id }))
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(campaignId)}
    >
      {t('exports.download')}
    </Button>
  )
}
