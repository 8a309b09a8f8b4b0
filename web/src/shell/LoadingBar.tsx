import { useRouterState } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { useIsAnythingAwaited } from '../ui/awaited.ts'
import classes from './LoadingBar.module.css'

/** Shows that the next page or dialog is on its way, if it takes longer than a moment (slow networks, and parts not kept yet). */
export function LoadingBar() {
  const { t } = useTexts()
  const isPageLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const isAwaited = useIsAnythingAwaited()
  return (
    (isPageLoading || isAwaited) && (
      <div role="progressbar" aria-label={t('common.loading')} className={classes.bar} />
    )
  )
}
