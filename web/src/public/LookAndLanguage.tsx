import { Button, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { LANGUAGES } from '@recado/shared/language'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { changeLanguageBeforeLogin, LANGUAGE_NAMES, LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** The language and the colours of the pages before the login. */
export function LookAndLanguage() {
  const { t, language } = useTexts()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const Sign = isDark ? IconSun : IconMoon
  return (
    <Group justify="flex-end" gap={4} p="sm" component="nav" aria-label={t('shell.language')}>
      {LANGUAGES.map((one) => (
        <Button
          key={one}
          variant="subtle"
          color={one === language ? 'green' : 'gray'}
          size="compact-sm"
          lang={LOCALES[one]}
          aria-pressed={one === language}
          onClick={() => changeLanguageBeforeLogin(one)}
        >
          {LANGUAGE_NAMES[one]}
        </Button>
      ))}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Sign size={16} aria-hidden />}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {t(isDark ? 'shell.useLight' : 'shell.useDark')}
      </Button>
    </Group>
  )
}
