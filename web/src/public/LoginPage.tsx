import { Alert } from '@mantine/core'
import { ApiError } from '@recado/shared/http/api-error'
import { useTexts } from '../i18n/use-texts.ts'
import { textOf } from '../ui/toast.ts'
import { LoginForm } from './LoginForm.tsx'
import { PublicPage } from './PublicPage.tsx'

interface LoginPageProps {
  /** The error code of a refused handover from another instance. */
  refused: string | undefined
  onSignedIn: () => void
}

export function LoginPage({ refused, onSignedIn }: LoginPageProps) {
  const { t } = useTexts()
  return (
    <PublicPage title={t('session.signIn')}>
      {refused && (
        <Alert color="yellow" role="alert" mb="md">
          {textOf(new ApiError(401, refused, t('errors.ERR_HANDOVER_INVALID')))}
        </Alert>
      )}
      <LoginForm onSignedIn={onSignedIn} />
    </PublicPage>
  )
}
