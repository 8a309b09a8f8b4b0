import { Button } from '@mantine/core'
import { ApiError } from '@recado/shared/http/api-error'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { ListProblem } from './ListProblem.tsx'
import { Nothing } from './Nothing.tsx'

interface RecordProblemProps {
  error: unknown
  title?: string | undefined
  /** The list of such records. */
  back?: LinkProps['to']
  onRetry: () => void
  isRetrying: boolean
}

/** An error of loading a record. There is no retry for a record that does not exist. */
export function RecordProblem({ error, title, back, onRetry, isRetrying }: RecordProblemProps) {
  const { t } = useTexts()
  const isUnknown = error instanceof ApiError && error.status === 404
  if (!isUnknown) return <ListProblem error={error} title={title} onRetry={onRetry} isRetrying={isRetrying} />
  return (
    <Nothing
      role="alert"
      drawing="map"
      title={t('errors.recordNotFound')}
      text={t('errors.recordNotFoundText')}
    >
      {back && (
        <Button renderRoot={(props) => <Link to={back} {...props} />}>{t('errors.backToList')}</Button>
      )}
    </Nothing>
  )
}
