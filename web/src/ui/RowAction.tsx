import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'

export interface RowActionProps {
  label: string
  icon: Icon
  danger?: boolean
  disabled?: boolean
  loading?: boolean
  onClick?: () => void
  /** Target, for an action that is a link. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** A small button at the end of a row, with its name as a tooltip. */
export function RowAction({ label, icon: ActionSign, danger = false, link, ...button }: RowActionProps) {
  const { onClick, disabled, loading } = button
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={danger ? 'red' : 'gray'}
        size="lg"
        aria-label={label}
        disabled={disabled}
        loading={loading}
        onClick={onClick}
        renderRoot={link ? (props) => <Link {...link} {...props} /> : undefined}
      >
        <ActionSign size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
