import { ActionIcon, Burger, Group, Text, Tooltip } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { AnnouncementsBell } from '../announcements/bell/AnnouncementsBell.tsx'
import { TestDefaultConnection } from '../connections/TestConnection.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { NoticesBell } from '../notices/bell/NoticesBell.tsx'
import { useUser } from '../session/use-session.ts'
import { ColorSchemeSwitch } from '../ui/ColorSchemeSwitch.tsx'
import { formatDate } from '../ui/dates.ts'
import { LanguageMenu } from '../ui/LanguageMenu.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import classes from './Shell.module.css'

interface TopBarProps {
  menuOpened: boolean
  onToggleMenu: () => void
}

export function TopBar({ menuOpened, onToggleMenu }: TopBarProps) {
  const { t } = useTexts()
  return (
    <Group h="100%" px={{ base: 'xs', sm: 'md' }} gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
        <Burger
          opened={menuOpened}
          onClick={onToggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={menuOpened ? t('shell.closeMenu') : t('shell.openMenu')}
          aria-expanded={menuOpened}
        />
        <Group visibleFrom="sm" gap="xs" wrap="nowrap">
          <Logo size={28} />
          <Text fw={700} size="lg">
            Recado
          </Text>
        </Group>
        <Greeting />
      </Group>
      <Group gap={4} wrap="nowrap">
        <TestDefaultConnection />
        <Tooltip label={`${t('shell.search')} (Ctrl+K)`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('shell.search')}
            onClick={spotlight.open}
          >
            <IconSearch size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <NoticesBell />
        <AnnouncementsBell />
        <LanguageMenu />
        <ColorSchemeSwitch />
        <ProfileMenu />
      </Group>
    </Group>
  )
}

function Greeting() {
  const { t } = useTexts()
  const { name, company } = useUser()
  return (
    <div className={classes.greeting}>
      <Text size="sm" fw={500} truncate>
        {t('shell.greeting', { name })}
      </Text>
      {company.dueDate && (
        <Text size="xs" c="dimmed" truncate>
          {t('shell.activeUntil', { date: formatDate(company.dueDate) })}
        </Text>
      )}
    </div>
  )
}
