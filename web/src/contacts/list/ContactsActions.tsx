import { Button } from '@mantine/core'
import { IconAddressBook, IconCopy, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { MoreMenu, type MoreMenuItem } from '../../ui/MoreMenu.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useContactsDownload } from '../queries.ts'
import { ImportMenu } from './ImportMenu.tsx'

interface ContactsActionsProps {
  onImportList: () => void
  onImportSheet: () => void
}

/** The actions for all contacts: buttons beside the title, or under ⋯ on a phone. */
export function ContactsActions({ onImportList, onImportSheet }: ContactsActionsProps) {
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const mayAdminister = useMay('drawer-admin-items:view')
  const download = useContactsDownload()
  const duplicates: MoreMenuItem = {
    label: t('contactBook.duplicates.title'),
    icon: IconCopy,
    link: { to: '/contacts/duplicates' },
  }
  const exporting: MoreMenuItem = {
    label: t('contactBook.download'),
    icon: IconDownload,
    onClick: () => download.mutate(undefined),
  }
  const imports: MoreMenuItem[] = [
    { label: t('contactBook.import.fromSheet'), icon: IconFileSpreadsheet, onClick: onImportSheet },
  ]
  // Only companies with campaigns have contact lists.
  if (cshow())
    imports.unshift({ label: t('contactBook.import.fromList'), icon: IconAddressBook, onClick: onImportList })
  if (isPhone)
    return (
      <MoreMenu
        name={t('contactBook.title')}
        items={mayAdminister ? [duplicates, exporting, ...imports] : [duplicates]}
        loading={download.isPending}
      />
    )
  return (
    <>
      <ActionButton {...duplicates} />
      {mayAdminister && (
        <>
          <ActionButton {...exporting} loading={download.isPending} />
          <ImportMenu ways={imports} />
        </>
      )}
    </>
  )
}

interface ActionButtonProps extends MoreMenuItem {
  loading?: boolean
}

function ActionButton({ label, icon: ActionIcon, link, onClick, loading }: ActionButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<ActionIcon size={18} aria-hidden />}
      loading={loading}
      onClick={onClick}
      renderRoot={link && ((props) => <Link {...link} {...props} />)}
    >
      {label}
    </Button>
  )
}
