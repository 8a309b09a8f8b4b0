import { Anchor, AppShell } from '@mantine/core'
import type { ReactNode } from 'react'
import { StoppedBanner } from '../campaigns/sending/StoppedBanner.tsx'
import { OverdueBanner } from '../companies/OverdueBanner.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { SupportBanner } from '../session/SupportBanner.tsx'
import { useOutboxSending } from '../tickets/outbox/use-outbox.ts'
import { later, useLaterLoaded } from '../ui/later.tsx'
import { FOLDED_MENU_WIDTH, SIDE_MENU_WIDTH, TOP_BAR_HEIGHT } from '../ui/theme/tokens.ts'
import { LoadingBar } from './LoadingBar.tsx'
import { OpenedPage } from './OpenedPage.tsx'
import { ReleaseBar } from './release/ReleaseBar.tsx'
import { useAllPartsKept } from './release/use-all-parts-kept.ts'
import classes from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { UnreadCounts } from './unread.tsx'
import { useFoldedMenu } from './use-folded-menu.ts'
import { CONTENT_ID, usePhoneMenu } from './use-phone-menu.ts'
import { useRefusedDrops } from './use-refused-drops.ts'

const LiveEvents = later(async () => (await import('./LiveEvents.tsx')).LiveEvents, undefined, {
  texts: [],
})
const Commands = later(async () => (await import('./Commands.tsx')).Commands, undefined, {
  texts: [],
})

/** The frame of all pages behind the login. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTexts()
  const menu = usePhoneMenu()
  const folding = useFoldedMenu()

  return (
    <AppShell
      header={{ height: TOP_BAR_HEIGHT }}
      navbar={{
        width: folding.isFolded ? FOLDED_MENU_WIDTH : SIDE_MENU_WIDTH,
        breakpoint: 'sm',
        collapsed: { mobile: !menu.isOpen },
      }}
      padding="md"
    >
      <Anchor href={`#${CONTENT_ID}`} className={classes.skip}>
        {t('shell.skipToContent')}
      </Anchor>
      <AppShell.Header>
        <LoadingBar />
        <TopBar menuOpened={menu.isOpen} onToggleMenu={menu.toggle} toggleRef={menu.toggleRef} />
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('shell.menu')} className={classes.menu} inert={menu.isMenuAway}>
        <UnreadCounts>
          <SideMenu {...folding} />
        </UnreadCounts>
      </AppShell.Navbar>
      <AppShell.Main id={CONTENT_ID} tabIndex={-1} className={classes.content} inert={menu.isPageAway}>
        <ReleaseBar />
        <SupportBanner />
        <OverdueBanner />
        {tellsOfStop(menu.pathname) && <StoppedBanner />}
        {children}
      </AppShell.Main>
      <OpenedPage />
      <Background />
      <LiveEvents />
      <Commands />
    </AppShell>
  )
}

/** What goes on behind all pages. It shows nothing, and the frame is not drawn again for it. */
function Background() {
  useOutboxSending()
  useAllPartsKept()
  useLaterLoaded()
  useRefusedDrops()
  return null
}

/** Whether a page shows the stop of sending: pages of campaigns, and the dashboard. */
const tellsOfStop = (pathname: string) =>
  pathname === '/' || /^\/(group-)?campaigns?(-config)?(\/|$)/.test(pathname)
