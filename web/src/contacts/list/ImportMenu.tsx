import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'

interface ImportMenuProps {
  onList: () => void
  onSheet: () => void
}

/** Where to import contacts from. Lists and uploads belong to companies with campaigns. */
export function ImportMenu({ onList, onSheet }: ImportMenuProps) {
  const { t } = useTexts()
  if (!cshow()) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />}>
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
