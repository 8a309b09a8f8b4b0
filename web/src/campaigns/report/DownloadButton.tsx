import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useCampaignDownload } from './queries.ts'

/** Downloads the recipients and their results as a spreadsheet. */
export function DownloadButton({ campaignId }: { campaignId: string }) {
  const { t } = useTexts()
  const download = useCampaignDownload()
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
