import { Alert, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@recado/shared/http/api-error'
import { totpCode } from '@recado/shared/sessions/totp'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { focusFirstError, validatedBy } from '../ui/form.ts'
import { textOf } from '../ui/toast.ts'
import { arrivedHandover } from './arrived-handover.ts'
import { CodeField } from './CodeField.tsx'
import { PublicPage } from './PublicPage.tsx'

interface HandoverPageProps {
  /** Called after the sign-in, and when the user stays with the running session. */
  onSignedIn: () => void
}

/** A handover from another instance that needs the user: for an answer to the question, or for a code. */
export function HandoverPage({ onSignedIn }: HandoverPageProps) {
  const { t } = useTexts()
  /** The user who is signed in in this browser. The session is replaced only after a question. */
  const [user] = useState(session.user)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: validatedBy(totpCode, 'form.fieldRequired'),
  })
  const enter = useMutation({
    mutationFn: arrivedHandover.enter,
    onSuccess: onSignedIn,
    meta: { showsItsError: true },
  })
  const giveUp = () => {
    arrivedHandover.giveUp()
    if (user) onSignedIn()
  }
  const refused = enter.error instanceof ApiError ? enter.error.code : undefined
  const asksForCode = !user || refused?.startsWith('ERR_TOTP') || enter.variables?.code !== undefined
  return (
    <PublicPage title={user ? t('session.handover.title') : t('session.signIn')} showsTitle>
      <form
        noValidate
        onSubmit={form.onSubmit(({ code }) => enter.mutate({ code: code.trim() }), focusFirstError)}
      >
        <Stack>
          {enter.error && refused !== 'ERR_TOTP_REQUIRED' && (
            <Alert color="red" role="alert">
              {textOf(enter.error)}
            </Alert>
          )}
          {user && (
            <Text style={{ overflowWrap: 'anywhere' }}>
              {t('session.handover.asks', { name: user.name, email: user.email })}
            </Text>
          )}
          {asksForCode && <CodeField key={form.key('code')} {...form.getInputProps('code')} />}
          {user && (
            <Button type="button" fullWidth onClick={giveUp}>
              {t('session.handover.stay')}
            </Button>
          )}
          {asksForCode ? (
            <Button type="submit" fullWidth variant={user ? 'default' : 'filled'} loading={enter.isPending}>
              {t('session.confirmCode')}
            </Button>
          ) : (
            <Button
              type="button"
              fullWidth
              variant="default"
              loading={enter.isPending}
              onClick={() => enter.mutate({})}
            >
              {t('session.handover.enter')}
            </Button>
          )}
          {!user && (
            <Button type="button" variant="subtle" onClick={giveUp}>
              {t('session.backToSignIn')}
            </Button>
          )}
        </Stack>
      </form>
    </PublicPage>
  )
}
