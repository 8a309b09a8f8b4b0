import { Button, EmptyState } from '@mantine/core'
import { ApiError } from '@recado/shared/http/client'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'
import { ListProblem } from './ListProblem.tsx'

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
    <EmptyState
      role="alert"
      icon={<IconMapQuestion aria-hidden />}
      title={t('errors.recordNotFound')}
      description={t('errors.recordNotFoundText')}
    >
      {back && (
        <EmptyState.Actions>
          <Button renderRoot={(props) => <Link to={back} {...props} />}>{t('errors.backToList')}</Button>
        </EmptyState.Actions>
      )}
    </EmptyState>
  )
}
