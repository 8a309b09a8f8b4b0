import { NavLink, Stack } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { cshow } from '../api/session.ts'
import { ConnectionWarning } from '../connections/ConnectionWarning.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { CAMPAIGN_PAGES, CONNECTIONS_PAGE, type MenuPage } from './pages.ts'

export function SideMenu() {
  const { t } = useTexts()
  const [opened, setOpened] = useState(true)
  return (
    <Stack gap={2} p="sm" component="nav" aria-label={t('shell.pages')}>
      <PageLink page={CONNECTIONS_PAGE} warning={<ConnectionWarning />} />
      {cshow() && (
        <NavLink
          component="button"
          label={t('campaigns.menu')}
          leftSection={<IconSpeakerphone size={20} aria-hidden />}
          opened={opened}
          onChange={setOpened}
          aria-expanded={opened}
          childrenOffset={20}
        >
          {CAMPAIGN_PAGES.map((page) => (
            <PageLink key={page.to} page={page} />
          ))}
        </NavLink>
      )}
    </Stack>
  )
}

function PageLink({ page, warning }: { page: MenuPage; warning?: React.ReactNode }) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const isHere = pathname === page.to || pathname.startsWith(`${page.to}/`) || isReportOf(page, pathname)
  const { icon: PageSign } = page
  return (
    <NavLink
      label={t(page.text)}
      leftSection={<PageSign size={20} aria-hidden />}
      rightSection={warning}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      renderRoot={(props) => <Link to={page.to} {...props} />}
    />
  )
}

/** The report stands under `/campaign/`, in the singular, as specified. */
const isReportOf = (page: MenuPage, pathname: string) =>
  page.to === '/campaigns' && pathname.startsWith('/campaign/')
