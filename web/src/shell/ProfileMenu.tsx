import {
  ActionIcon,
  Avatar,
  Menu,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { LANGUAGES, type Language } from '@recado/shared/language'
import {
  IconCheck,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconSearch,
  IconSun,
  IconUserCog,
} from '@tabler/icons-react'
import { useState } from 'react'
import { signOut } from '../api/session.ts'
import { useConnectionTest } from '../connections/TestConnection.tsx'
import { changeLanguage, LANGUAGE_NAMES, LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useMailLanguage } from '../notices/queries.ts'
import { useUser } from '../session/use-session.ts'
import { initialsOf } from '../ui/initials.ts'
import { later } from '../ui/later.tsx'
import { DueDate } from './DueDate.tsx'
import classes from './Shell.module.css'

const SIZE = 16
const ProfileDialog = later(
  async () => (await import('../users/profile/ProfileDialog.tsx')).ProfileDialog,
  ({ onClose }) => onClose(),
)

/** Who is signed in, how the app looks and speaks to them, and on a phone what the bar has no room for. */
export function ProfileMenu() {
  const { t } = useTexts()
  const { name, email, company } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const initials = initialsOf(name)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Tooltip label={t('shell.profile')}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={t('shell.profile')}>
              <Avatar size={30} color="gray" alt="">
                {/* Drawn by the style: seen text of a button has to be part of its name. */}
                {initials && <span className={classes.initials} data-initials={initials} />}
              </Avatar>
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {name}
            </Text>
            <Text size="xs" truncate>
              {email}
            </Text>
            <Text size="xs" truncate>
              {company.name}
            </Text>
            <DueDate hiddenFrom="sm" />
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item leftSection={<IconUserCog size={SIZE} aria-hidden />} onClick={() => setIsOpen(true)}>
            {t('profile.title')}
          </Menu.Item>
          <ForPhones />
          <Menu.Divider />
          <LanguageItem />
          <ColorSchemeItem />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={SIZE} aria-hidden />} onClick={signOut}>
            {t('session.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <ProfileDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** What stands in the bar itself where there is room. */
function ForPhones() {
  const { t } = useTexts()
  const { test } = useConnectionTest()
  return (
    <>
      <Menu.Item
        hiddenFrom="sm"
        leftSection={<IconSearch size={SIZE} aria-hidden />}
        onClick={() => spotlight.open()}
      >
        {t('shell.search')}
      </Menu.Item>
      <Menu.Item
        hiddenFrom="sm"
        leftSection={<IconPlugConnected size={SIZE} aria-hidden />}
        onClick={() => test()}
      >
        {t('connections.actions.testDefault')}
      </Menu.Item>
    </>
  )
}

function LanguageItem() {
  const { t, language } = useTexts()
  const { mutate: changeMails } = useMailLanguage()
  const choose = async (one: Language) => {
    await changeLanguage(one)
    changeMails(one)
  }
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage size={SIZE} aria-hidden />}>
          {t('shell.language')}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {LANGUAGES.map((one) => (
          <Menu.Item
            key={one}
            lang={LOCALES[one]}
            aria-current={one === language}
            rightSection={one === language && <IconCheck size={SIZE} aria-hidden />}
            onClick={() => choose(one)}
          >
            {LANGUAGE_NAMES[one]}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function ColorSchemeItem() {
  const { t } = useTexts()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const Sign = isDark ? IconSun : IconMoon
  return (
    <Menu.Item
      leftSection={<Sign size={SIZE} aria-hidden />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {t(isDark ? 'shell.useLight' : 'shell.useDark')}
    </Menu.Item>
  )
}
