import { useTexts } from '../i18n/use-texts.ts'
import { LoginForm } from './LoginForm.tsx'
import { PublicPage } from './PublicPage.tsx'

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTexts()
  return (
    <PublicPage title={t('session.signIn')}>
      <LoginForm onSignedIn={onSignedIn} />
    </PublicPage>
  )
}
