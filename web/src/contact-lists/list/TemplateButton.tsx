import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useTemplateDownload } from '../queries.ts'

/** The spreadsheet template of a contact list. */
export function TemplateButton() {
  const { t } = useTexts()
  const download = useTemplateDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t('contactLists.template')}
    </Button>
  )
}
