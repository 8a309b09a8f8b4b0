import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** A page and its open tab. The open message of a campaign is part of the URL too, and switching it leaves nothing. */
const placeOf = ({ pathname, search }: { pathname: string; search: object }): string =>
  `${pathname} ${'tab' in search ? search.tab : undefined}`

/** The place that the user just agreed to go to. A page with several unsaved forms asks once. */
let agreedPlace: string | undefined

interface LeaveGuardProps {
  isDirty: boolean
  /** A sentence that names the loss. By default it names the text typed on this page. */
  text?: string
}

/** Asks before the user leaves a page, or its tab, with unsaved changes. */
export function LeaveGuard({ isDirty, text }: LeaveGuardProps) {
  const { t } = useTexts()
  const { status, next, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && placeOf(current) !== placeOf(next) && placeOf(next) !== agreedPlace,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const leave = () => {
    agreedPlace = next && placeOf(next)
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
