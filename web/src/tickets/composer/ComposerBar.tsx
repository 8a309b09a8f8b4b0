import { Button, Group, Text } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import type { TicketActions } from '../actions/use-ticket-actions.tsx'
import classes from './composer.module.css'
import type { ComposerMode } from './composer-mode.ts'

interface ComposerBarProps {
  mode: ComposerMode
  actions: TicketActions
  /** The colleague who attends to the ticket. */
  attendant: string
  hasText: boolean
  isBusy: boolean
  onNote: () => void
  /** Writes beside the colleague; undefined for users who may not. */
  onWriteAnyway: (() => void) | undefined
}

/** Says why the user cannot answer yet, and offers the action that helps. */
export function ComposerBar(props: ComposerBarProps) {
  const { mode, actions, attendant, hasText, isBusy, onNote, onWriteAnyway } = props
  const { t } = useTexts()
  if (mode === 'closed')
    return (
      <Group className={classes.bar} justify="space-between" gap="xs">
        <Text size="sm">{t('tickets.composer.closed')}</Text>
        {actions.kinds.has('open') && (
          <Button variant="default" onClick={() => actions.open()} loading={actions.isBusy}>
            {t('tickets.actions.reopen')}
          </Button>
        )}
      </Group>
    )
  if (mode !== 'colleague') return null
  return (
    <Group className={classes.bar} justify="space-between" gap="xs">
      <Text size="sm" fw={500}>
        {t('tickets.composer.colleague', { name: attendant })}
      </Text>
      <Group gap="xs" justify="flex-end" ml="auto">
        {onWriteAnyway && (
          <Button variant="subtle" color="gray" onClick={onWriteAnyway}>
            {t('tickets.composer.writeAnyway')}
          </Button>
        )}
        <Button variant="default" disabled={!hasText} loading={isBusy} onClick={onNote}>
          {t('tickets.composer.sendAsNote')}
        </Button>
        {actions.kinds.has('takeOver') && (
          <Button onClick={actions.takeOver} loading={actions.isBusy}>
            {t('tickets.actions.takeOver')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
