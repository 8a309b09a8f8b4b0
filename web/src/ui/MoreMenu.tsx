import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'

/** An entry of a {@link MoreMenu}: a link, or an action. */
export interface MoreMenuItem {
  label: string
  icon: Icon
  danger?: boolean
  disabled?: boolean
  onClick?: () => void
  /** Target, for an entry that is a link. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

interface MoreMenuProps {
  /** The name of the record or the page, which the button tells to screen readers: "Mais ações: Promoção". */
  name: string
  /** Entries in their order; those that destroy something stand last, below a line. */
  items: readonly MoreMenuItem[]
  /** Shows that an action of the menu is being carried out. */
  loading?: boolean
  /** Of the button. */
  size?: 'md' | 'lg'
  className?: string | undefined
}

/** The actions of a record or a page that have no button of their own, under ⋯. Without any it shows nothing. */
export function MoreMenu({ name, items, loading = false, size = 'lg', className }: MoreMenuProps) {
  const { t } = useTexts()
  if (items.length === 0) return null
  const [mild, harsh] = [items.filter(({ danger }) => !danger), items.filter(({ danger }) => danger)]
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          className={className}
          aria-label={t('common.moreActions', { name })}
          loading={loading}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mild.map((item) => (
          <Entry key={item.label} {...item} />
        ))}
        {mild.length > 0 && harsh.length > 0 && <Menu.Divider />}
        {harsh.map((item) => (
          <Entry key={item.label} {...item} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({ label, icon: EntryIcon, danger = false, disabled, onClick, link }: MoreMenuItem) {
  return (
    <Menu.Item
      leftSection={<EntryIcon size={16} aria-hidden />}
      color={danger ? 'red' : undefined}
      // Mantine's own red is too dark in the dark.
      c={danger ? 'var(--mantine-color-red-light-color)' : undefined}
      disabled={disabled}
      onClick={onClick}
      renderRoot={link ? (props) => <Link {...link} {...props} /> : undefined}
    >
      {label}
    </Menu.Item>
  )
}
