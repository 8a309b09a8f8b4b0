import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'

interface ImportMenuProps {
  onList: () => void
  onSheet: () => void
}

/** Where to import contacts from. Only companies with campaigns have contact lists, so others have one choice. */
export function ImportMenu({ onList, onSheet }: ImportMenuProps) {
  const { t } = useTexts()
  const sign = <IconFileImport size={18} aria-hidden />
  if (!cshow())
    return (
      <Button variant="default" leftSection={sign} onClick={onSheet}>
        {t('contactBook.import.action')}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={sign}>
          {t('contactBook.import.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconAddressBook size={16} aria-hidden />} onClick={onList}>
          {t('contactBook.import.fromList')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={onSheet}>
          {t('contactBook.import.fromSheet')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
