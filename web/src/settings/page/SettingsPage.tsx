import { Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { type SettingsSearch, settingsTab } from '../search.ts'
import classes from './settings.module.css'
import { TABS } from './tabs.tsx'

interface SettingsPageProps {
  search: SettingsSearch
  onSearch: (search: SettingsSearch) => void
}

/**
 * The settings in tabs. The URL names the open tab; the default is integrations, for operators companies (part 2
 * §2).
 */
export function SettingsPage({ search, onSearch }: SettingsPageProps) {
  const { t } = useTexts()
  const user = useUser()
  const shown = settingsTab.options.filter((tab) => TABS[tab].isFor?.(user) ?? true)
  const first = user.super ? 'companies' : 'integrations'
  const current = shown.find((tab) => tab === search.tab) ?? first
  const { panel: Panel } = TABS[current]
  const currentRef = useRef<HTMLButtonElement>(null)
  // Runs for each tab, since each has its own button. The router has put the tabs back to where they were by the next frame.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      currentRef.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [current])
  return (
    <>
      <PageHeader title={t('administration.title')} />
      <Tabs
        value={current}
        onChange={(next) => onSearch({ tab: shown.find((tab) => tab === next) })}
        keepMounted={false}
      >
        <Tabs.List mb="md" className={classes.tabs} aria-label={t('administration.tabs')}>
          {shown.map((tab) => {
            const { icon: Sign } = TABS[tab]
            return (
              <Tabs.Tab
                key={tab}
                ref={tab === current ? currentRef : null}
                value={tab}
                leftSection={<Sign size={18} aria-hidden />}
              >
                {t(`administration.tab.${tab}`)}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        <Tabs.Panel value={current}>
          <Panel search={search} onSearch={(next) => onSearch({ ...next, tab: current })} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
