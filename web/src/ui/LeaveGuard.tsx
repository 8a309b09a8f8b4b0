import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** The open tab of a page. The open message of a campaign is part of the URL too, and switching it leaves nothing. */
const tabOf = ({ search }: { search: object }): unknown => ('tab' in search ? search.tab : undefined)

/** Asks before the user leaves a page, or its tab, with unsaved changes. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTexts()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next)),
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
