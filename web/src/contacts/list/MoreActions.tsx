import { Button } from '@mantine/core'
import { IconAddressBook, IconCopy, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { RowMenu, type RowMenuItem } from '../../ui/RowMenu.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useContactsDownload } from '../queries.ts'
import { ImportMenu } from './ImportMenu.tsx'

interface MoreActionsProps {
  onImportList: () => void
  onImportSheet: () => void
}

/** What can be done with all contacts: buttons beside the title, or under ⋯ on a phone. */
export function MoreActions({ onImportList, onImportSheet }: MoreActionsProps) {
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const mayAdminister = useMay('drawer-admin-items:view')
  const download = useContactsDownload()
  const duplicates = {
    label: t('contactBook.duplicates.title'),
    link: { to: '/contacts/duplicates' },
  } as const
  const exporting = { label: t('contactBook.download'), onClick: () => download.mutate(undefined) }
  const fromList = { label: t('contactBook.import.fromList'), icon: IconAddressBook, onClick: onImportList }
  const fromSheet = {
    label: t('contactBook.import.fromSheet'),
    icon: IconFileSpreadsheet,
    onClick: onImportSheet,
  }
  // Only companies with campaigns have contact lists.
  const imports: RowMenuItem[] = cshow() ? [fromList, fromSheet] : [fromSheet]
  if (isPhone) {
    const ofAdmins = [{ ...exporting, icon: IconDownload }, ...imports]
    return (
      <RowMenu
        name={t('contactBook.title')}
        items={[{ ...duplicates, icon: IconCopy }, ...(mayAdminister ? ofAdmins : [])]}
        loading={download.isPending}
      />
    )
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
        renderRoot={(props) => <Link {...duplicates.link} {...props} />}
      >
        {duplicates.label}
      </Button>
      {mayAdminister && (
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={exporting.onClick}
          >
            {exporting.label}
          </Button>
          <ImportMenu ways={imports} />
        </>
      )}
    </>
  )
}
