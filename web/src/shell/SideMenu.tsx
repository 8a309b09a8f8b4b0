import { ActionIcon, Stack, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { MenuGroup } from './MenuGroup.tsx'
import { sectionAt } from './pages.ts'
import type { MenuFolding } from './use-folded-menu.ts'
import { useMenu } from './use-menu.ts'

/** The pages in groups. One group is open at a time: the open page's, or another that the user chose. */
export function SideMenu({ isFolded, onFold }: MenuFolding) {
  const { t } = useTexts()
  const pathname = useLocation({ select: (location) => location.pathname })
  const sections = useMenu()
  const here = sectionAt(sections, pathname)
  const [opened, setOpened] = useState<{ at: string; section: string | undefined }>()
  const open = opened?.at === pathname ? opened.section : here?.to
  return (
    <Stack gap={2} p={isFolded ? 8 : 'sm'} component="nav" aria-label={t('shell.pages')}>
      {sections.map((section) => (
        <MenuGroup
          key={section.to}
          section={section}
          isOpen={section.to === open}
          isFolded={isFolded}
          onToggle={() => setOpened({ at: pathname, section: section.to === open ? undefined : section.to })}
        />
      ))}
      {onFold && <FoldButton isFolded={isFolded} onFold={onFold} />}
    </Stack>
  )
}

function FoldButton({ isFolded, onFold }: { isFolded: boolean; onFold: () => void }) {
  const { t } = useTexts()
  const label = t(isFolded ? 'shell.unfoldMenu' : 'shell.foldMenu')
  const Sign = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        mt="xs"
        style={{ alignSelf: isFolded ? 'center' : 'flex-start' }}
        aria-label={label}
        aria-expanded={!isFolded}
        onClick={onFold}
      >
        <Sign size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
