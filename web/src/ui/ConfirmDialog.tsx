import { Alert, Button, Group, type MantineSize, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Dialog } from './Dialog.tsx'
import { firstClick } from './first-click.ts'
import { textOf } from './toast.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What the action does, and its side effects. */
  children: ReactNode
  /** The name of the action, never "OK". */
  action: string
  danger?: boolean
  /** The name of the other button, where "Cancelar" could mean the action. */
  dismissal?: string | undefined
  /** Width of a dialog with much to show, which fills the screen of a phone. */
  size?: MantineSize
  isBusy: boolean
  /** Whether the action is disabled. */
  isDisabled?: boolean
  /** The error of the last try. */
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    action,
    danger = false,
    dismissal,
    size,
    isBusy,
    isDisabled,
    error,
    onConfirm,
    onClose,
  } = props
  const { t } = useTexts()
  return (
    <Dialog
      opened={opened}
      isBusy={isBusy}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={size ? undefined : false}
    >
      <Stack>
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        {error != null && (
          <Alert color="red" role="alert">
            {textOf(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
            {dismissal ?? t('common.cancel')}
          </Button>
          <Button
            color={danger ? 'red.8' : undefined}
            loading={isBusy}
            disabled={isDisabled}
            onClick={firstClick(onConfirm)}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
