import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Dialog } from './Dialog.tsx'
import { textOf } from './toast.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen, and what goes with it. */
  children: ReactNode
  /** The action's own name, never "OK". */
  action: string
  danger?: boolean
  isBusy: boolean
  /** While there is nothing to confirm yet. */
  isDisabled?: boolean
  /** Why it could not be done. */
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    action,
    danger = false,
    isBusy,
    isDisabled,
    error,
    onConfirm,
    onClose,
  } = props
  const { t } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack>
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        {error != null && (
          <Alert color="red" role="alert">
            {textOf(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button
            color={danger ? 'red.8' : undefined}
            loading={isBusy}
            disabled={isDisabled}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
