import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './actions.module.css'
import type { TicketActions } from './use-ticket-actions.tsx'

interface ResolveButtonProps {
  actions: TicketActions
  isMain: boolean
  /** Without its menu. */
  isNarrow: boolean
}

/** Resolves a ticket; its menu offers to do so without a message. */
export function ResolveButton({ actions, isMain, isNarrow }: ResolveButtonProps) {
  const { t } = useTexts()
  const variant = isMain ? 'filled' : 'default'
  if (isNarrow)
    return (
      <Button variant={variant} loading={actions.isBusy} px="sm" onClick={() => actions.resolve()}>
        {t('tickets.actions.resolve')}
      </Button>
    )
  return (
    <Group gap={0} wrap="nowrap">
      <Button
        variant={variant}
        loading={actions.isBusy}
        className={classes.splitLeft}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => actions.resolve()}
      >
        {t('tickets.actions.resolve')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant={variant}
            size={36}
            className={classes.splitRight}
            disabled={actions.isBusy}
            aria-label={t('tickets.actions.resolveOptions')}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => actions.resolve({ silent: true })}>
            {t('tickets.actions.resolveSilently')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
