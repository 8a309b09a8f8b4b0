import type { Priority as Level } from '@recado/shared/announcements/announcement'
import { IconAlertTriangle, IconInfoCircle, IconNotes } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { PRIORITY_COLORS } from './priority-colors.ts'

const ICONS = { 1: IconAlertTriangle, 2: IconInfoCircle, 3: IconNotes } as const

/** The priority of an announcement, as a colour and a word. */
export function Priority({ level }: { level: Level }) {
  const { t } = useTexts()
  const look = { color: PRIORITY_COLORS[level], icon: ICONS[level] }
  return <StatusBadge look={look} label={t(`announcements.priorities.${level}`)} />
}
