import { Button, Menu } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { MoreMenuItem } from '../../ui/MoreMenu.tsx'

/** The ways to import contacts; a plain button if there is only one. */
export function ImportMenu({ ways }: { ways: readonly MoreMenuItem[] }) {
  const { t } = useTexts()
  const sign = <IconFileImport size={18} aria-hidden />
  const [first, ...others] = ways
  if (first && others.length === 0)
    return (
      <Button variant="default" leftSection={sign} onClick={first.onClick}>
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
        {ways.map(({ label, icon: WayIcon, onClick }) => (
          <Menu.Item key={label} leftSection={<WayIcon size={16} aria-hidden />} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
