import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES, LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

export function LanguageMenu() {
  const { t, language } = useTexts()
  return (
    <Menu>
      <Tooltip label={t('shell.language')}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.language')}>
            <IconLanguage size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {LANGUAGES.map((one) => (
          <Menu.Item
            key={one}
            lang={LOCALES[one]}
            aria-current={one === language}
            rightSection={one === language && <IconCheck size={16} aria-hidden />}
            onClick={() => changeLanguage(one)}
          >
            {LANGUAGE_NAMES[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
