import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconLogout, IconMoon, IconPlugConnected, IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { cshow, signOut } from '../api/session.ts'
import { useConnectionTest } from '../connections/TestConnection.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay } from '../session/use-session.ts'
import { ChosenCommand } from './ChosenCommand.tsx'
import { pagesOf } from './pages.ts'
import { useMenu } from './use-menu.ts'

/** Ctrl/Cmd-K: all pages and the most frequent actions. */
export function Commands() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const mayAddConnection = useMay('connections-page:addConnection')
  const menu = useMenu()
  const { test } = useConnectionTest()

  const pages = pagesOf(menu).map(({ to, text, icon: Sign }) => ({
    id: to,
    label: t(text),
    leftSection: <Sign size={20} aria-hidden />,
    onClick: () => navigate({ to }),
  }))
  const add = (id: string, label: string, onClick: () => unknown): SpotlightActionData => ({
    id,
    label,
    leftSection: <IconPlus size={20} aria-hidden />,
    onClick: () => onClick(),
  })
  const actions: SpotlightActionData[] = [
    add('new-schedule', t('schedules.new'), () => navigate({ to: '/schedules', search: { dialog: 'new' } })),
    ...(cshow()
      ? [
          add('new-campaign', t('campaigns.newOf.PRIVATE'), () => navigate({ to: '/campaigns/new' })),
          add('new-group-campaign', t('campaigns.newOf.GROUP'), () =>
            navigate({ to: '/group-campaigns/new' }),
          ),
          add('new-list', t('contactLists.new'), () =>
            navigate({ to: '/contact-lists', search: { dialog: 'new' } }),
          ),
          add('new-block', t('blocks.new'), () =>
            navigate({ to: '/contact-blocks', search: { dialog: 'new' } }),
          ),
        ]
      : []),
    ...(mayAddConnection
      ? [
          add('new-connection', t('connections.new'), () =>
            navigate({ to: '/connections', search: { dialog: 'new' } }),
          ),
        ]
      : []),
    {
      id: 'test-connection',
      label: t('connections.actions.testDefault'),
      leftSection: <IconPlugConnected size={20} aria-hidden />,
      onClick: () => test(),
    },
    {
      id: 'color-scheme',
      label: isDark ? t('shell.useLight') : t('shell.useDark'),
      leftSection: <IconMoon size={20} aria-hidden />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'sign-out',
      label: t('session.signOut'),
      leftSection: <IconLogout size={20} aria-hidden />,
      onClick: signOut,
    },
  ]
  return (
    <Spotlight
      actions={[
        { group: t('shell.pages'), actions: pages },
        { group: t('shell.actions'), actions },
      ]}
      nothingFound={t('common.nothingMatches')}
      highlightQuery
      overlayProps={{ blur: 0, backgroundOpacity: 0.5 }}
      shortcut="mod + K"
      attributes={{ content: { 'aria-label': t('shell.search') }, header: { role: 'presentation' } }}
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden />,
        placeholder: t('shell.searchPlaceholder'),
        'aria-label': t('shell.searchPlaceholder'),
        // Its one place within the dialog.
        rightSection: <ChosenCommand />,
        rightSectionWidth: 0,
      }}
    />
  )
}
