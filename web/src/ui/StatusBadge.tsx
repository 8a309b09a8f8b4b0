import { Badge, type MantineColor, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './StatusBadge.module.css'

export interface StatusLook {
  color: MantineColor
  icon: Icon
  /** Spins the icon, for a status that is about to change. */
  spins?: true
}

interface StatusBadgeProps {
  look: StatusLook
  label: string
  /** An explanation of the status, as a tooltip. */
  hint?: string
}

/** The badge for statuses: colour, icon and word. */
export function StatusBadge({ look, label, hint }: StatusBadgeProps) {
  const { icon: StatusIcon, color, spins } = look
  const badge = (
    <Badge
      variant="light"
      color={color}
      size="lg"
      classNames={{ root: classes.badge, label: classes.label }}
      tabIndex={hint ? 0 : undefined}
      leftSection={<StatusIcon size={14} aria-hidden className={spins ? classes.spins : undefined} />}
    >
      {label}
    </Badge>
  )
  if (!hint) return badge
  return (
    <Tooltip label={hint} multiline maw={280}>
      {badge}
    </Tooltip>
  )
}
