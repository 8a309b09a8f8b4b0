import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { Nothing } from './Nothing.tsx'
import { textOf } from './toast.ts'
import { useDocumentTitle } from './use-document-title.ts'

/** Shown for a page that failed: the error, and a button that retries. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts()
  const router = useRouter()
  const tryAgain = () => {
    reset()
    router.invalidate()
  }
  return (
    <Nothing role="alert" drawing="broken" title={t('errors.pageBroken')} text={textOf(error)}>
      <Button onClick={tryAgain}>{t('common.tryAgain')}</Button>
    </Nothing>
  )
}

/** Shown for a path without a page. */
export function NotFound() {
  const { t } = useTexts()
  useDocumentTitle(t('errors.pageNotFound'))
  return (
    <Nothing drawing="map" title={t('errors.pageNotFound')}>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('common.goHome')}</Button>
    </Nothing>
  )
}
