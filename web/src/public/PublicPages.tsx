import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { loadSchemas } from '../api/load-schemas.ts'
import { arrivedHandover } from './arrived-handover.ts'
import { LoginPage } from './LoginPage.tsx'
import { goTo, usePublicPath } from './places.ts'

/** A page that is loaded when it is opened, after Zod was told of the policy. */
const onceOpened = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    await loadSchemas()
    return { default: await load() }
  })

const SignUpPage = onceOpened(async () => (await import('./SignUpPage.tsx')).SignUpPage)
const ForgotPasswordPage = onceOpened(
  async () => (await import('./ForgotPasswordPage.tsx')).ForgotPasswordPage,
)
const ResetPasswordPage = onceOpened(async () => (await import('./ResetPasswordPage.tsx')).ResetPasswordPage)
const HandoverPage = onceOpened(async () => (await import('./HandoverPage.tsx')).HandoverPage)

/** The page of the URL. Only the login is loaded at once. */
export function PublicPages({ onSignedIn }: { onSignedIn: () => void }) {
  const path = usePublicPath()
  return (
    <Suspense fallback={<Skeleton height={320} maw={420} mx="auto" mt="20vh" />}>
      {path === '/signup' && <SignUp />}
      {path === '/forgot-password' && <ForgotPasswordPage />}
      {path === '/reset-password' && <Reset />}
      {path === '/login' && <Login onSignedIn={onSignedIn} />}
    </Suspense>
  )
}

function SignUp() {
  const invitation = new URLSearchParams(location.search)
  return (
    <SignUpPage
      companyId={invitation.get('companyId') || undefined}
      token={invitation.get('token') ?? ''}
      onDone={() => goTo('/login')}
    />
  )
}

function Reset() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  return <ResetPasswordPage token={token} onDone={() => goTo('/login')} />
}

function Login({ onSignedIn }: { onSignedIn: () => void }) {
  const handover = useSyncExternalStore(arrivedHandover.onChange, arrivedHandover.state)
  if (handover.is === 'asking') return <HandoverPage onSignedIn={onSignedIn} />
  return <LoginPage refused={handover.is === 'refused' ? handover.code : undefined} onSignedIn={onSignedIn} />
}
