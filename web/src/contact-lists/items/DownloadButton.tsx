import { Button } from '@mantine/core'
import type { ContactListType } from '@recado/shared/contact-lists/contact-list'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useGroupDownload, useListDownload } from '../queries.ts'

/** Downloads a list's contacts, or a group's members, as a spreadsheet. */
export function DownloadButton({ contactListId, type }: { contactListId: string; type: ContactListType }) {
  const { t } = useTexts()
  const [list, group] = [useListDownload(), useGroupDownload()]
  const download = type === 'GROUP' ? group : list
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(contactListId)}
    >
      {t('exports.download')}
    </Button>
  )
}
