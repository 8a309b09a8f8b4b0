import { Burger, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { Bell } from '../bell/Bell.tsx'
import { TestDefaultConnection } from '../connections/TestConnection.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { Logo } from '../ui/Logo.tsx'
import { Greeting } from './Greeting.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import classes from './Shell.module.css'

interface TopBarProps {
  menuOpened: boolean
  onToggleMenu: () => void
  /** Of the button that opens the menu. */
  toggleRef: Ref<HTMLButtonElement>
}

/** On a phone: the menu's button, the logo, the bell and the picture. */
export function TopBar({ menuOpened, onToggleMenu, toggleRef }: TopBarProps) {
  const { t } = useTexts()
  return (
    <Group h="100%" px={{ base: 'xs', sm: 'md' }} gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
        <Burger
          ref={toggleRef}
          opened={menuOpened}
          onClick={onToggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={menuOpened ? t('shell.closeMenu') : t('shell.openMenu')}
          aria-expanded={menuOpened}
        />
        <Link to="/" className={classes.brand} aria-label="Recado">
          <Logo size={28} />
          <Text fw={600} size="lg" span aria-hidden>
            Recado
          </Text>
        </Link>
        <Greeting />
      </Group>
      <Group gap={4} wrap="nowrap">
        <SearchButton />
        <Group gap={4} visibleFrom="sm">
          <TestDefaultConnection />
        </Group>
        <Bell />
        <ProfileMenu />
      </Group>
    </Group>
  )
}

/** Looks like the field that it opens. */
function SearchButton() {
  const { t } = useTexts()
  return (
    <UnstyledButton
      className={classes.search}
      visibleFrom="sm"
      // The words that are seen are part of the name.
      aria-label={`${t('shell.search')}: ${t('shell.searchPlaceholder')} Ctrl K`}
      aria-keyshortcuts="Control+K"
      onClick={spotlight.open}
    >
      <IconSearch size={16} aria-hidden />
      <Text span size="sm" visibleFrom="md">
        {t('shell.searchPlaceholder')}
      </Text>{' '}
      <Kbd size="xs" visibleFrom="md" aria-hidden>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  )
}
