import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { leavesForm, type Place, placeOf } from './place.ts'

/** The place that the user just agreed to go to. A page with several unsaved forms asks once. */
let agreedPlace: string | undefined

/** A navigation that would happen. BACK, FORWARD and GO are moves in the browser's history. */
export interface Navigation {
  current: Place
  next: Place
  action: 'PUSH' | 'REPLACE' | 'FORWARD' | 'BACK' | 'GO'
}

interface LeaveGuardProps {
  isDirty: boolean
  /** A sentence that names the loss. By default it names the text typed on this page. */
  text?: string
  /** The form is on the page in every tab: the tabs are those of a list beside it. */
  staysOverTabs?: boolean
  /** Whether a navigation loses the changes. By default every other page or tab does. */
  loses?: (navigation: Navigation) => boolean
  /** The user agreed to lose the changes. */
  onLeave?: () => void
}

/** Asks before the user leaves a page, or its tab, with unsaved changes. */
export function LeaveGuard({ isDirty, text, staysOverTabs = false, loses, onLeave }: LeaveGuardProps) {
  const { t } = useTexts()
  const losesChanges = loses ?? (({ current, next }) => leavesForm(current, next, staysOverTabs))
  const { status, next, proceed, reset } = useBlocker({
    shouldBlockFn: (navigation) => {
      if (!isDirty || !losesChanges(navigation)) return false
      if (placeOf(navigation.next) !== agreedPlace) return true
      onLeave?.()
      return false
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const leave = () => {
    agreedPlace = next && placeOf(next)
    onLeave?.()
    proceed?.()
    // By then the guards of the other forms have let this navigation pass. The next one is asked about again.
    setTimeout(() => {
      agreedPlace = undefined
    })
  }
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('form.leave.title')}
      action={t('form.leave.action')}
      danger
      isBusy={false}
      onConfirm={leave}
      onClose={() => reset?.()}
    >
      {text ?? t('form.leave.text')}
    </ConfirmDialog>
  )
}
