import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useContactsDownload } from '../queries.ts'

/** Downloads all contacts as a spreadsheet. */
export function ExportButton() {
  const { t } = useTexts()
  const download = useContactsDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t('contactBook.download')}
    </Button>
  )
}
