import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Asks before a page with something unsaved on it is left. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTexts()
  const { status, proceed, reset } = useBlocker({
    // The open message is part of the address too: turning to another one leaves nothing.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('form.leave.title')}
      action={t('form.leave.action')}
      danger
      isBusy={false}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {t('form.leave.text')}
    </ConfirmDialog>
  )
}
