import { Button, EmptyState } from '@mantine/core'
import { IconAlertTriangle, IconMapQuestion } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { textOf } from './toast.ts'

/** Shown for a page that failed: the error, and a button that retries. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts()
  const router = useRouter()
  const tryAgain = () => {
    reset()
    router.invalidate()
  }
  return (
    <EmptyState
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('errors.pageBroken')}
      description={textOf(error)}
    >
      <EmptyState.Actions>
        <Button onClick={tryAgain}>{t('common.tryAgain')}</Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}

/** Shown for a path without a page. */
export function NotFound() {
  const { t } = useTexts()
  return (
    <EmptyState icon={<IconMapQuestion aria-hidden />} title={t('errors.pageNotFound')}>
      <EmptyState.Actions>
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('common.goHome')}</Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}
