import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

/** Asks before the user leaves a page with unsaved changes. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTexts()
  const { status, proceed, reset } = useBlocker({
    // The open message is part of the URL too; switching it does not leave the page.
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
