import { ActionIcon, Avatar, Menu, Text, Tooltip } from '@mantine/core'
import { IconLogout, IconUserCog } from '@tabler/icons-react'
import { useState } from 'react'
import { signOut } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import { ProfileDialog } from '../users/profile/ProfileDialog.tsx'

export function ProfileMenu() {
  const { t } = useTexts()
  const { name, email, company } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Tooltip label={t('shell.profile')}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={t('shell.profile')}>
              <Avatar size={30} color="green" variant="filled" alt="" />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Label>
            <Text fw={600} c="var(--mantine-color-text)" truncate>
              {name}
            </Text>
            <Text size="sm" truncate>
              {email}
            </Text>
            <Text size="xs" truncate>
              {company.name}
            </Text>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
            {t('profile.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            {t('session.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <ProfileDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
