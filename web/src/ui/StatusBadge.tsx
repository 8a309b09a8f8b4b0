import { Badge, type MantineColor, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './StatusBadge.module.css'

export interface StatusLook {
  color: MantineColor
  icon: Icon
  /** For a status that is on its way to another. */
  spins?: true
}

interface StatusBadgeProps {
  look: StatusLook
  label: string
  /** What the status means, for those who ask. */
  hint?: string
}

/** One look for the statuses of connections, campaigns and recipients: colour, icon and word. */
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
