import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { resetInput } from '@recado/shared/sessions/session'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { afterSubmitDelay, focusFirstError, showRefusals, validatedBy } from '../ui/form.ts'
import { textOf, toastSuccess } from '../ui/toast.ts'
import { resetPassword } from './account.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { PublicLink } from './PublicLink.tsx'
import { PublicPage } from './PublicPage.tsx'
import { useLostAnswer } from './use-lost-answer.ts'

interface ResetPasswordPageProps {
  /** The token of the link; null without one. */
  token: string | null
  onDone: () => void
}

/** Error codes about the field. The link stays valid for another password. */
const FIELD_OF_CODE = { ERR_PASSWORD_COMMON: 'password' }

const validate = validatedBy(resetInput.pick({ password: true }))

/**
 * Sets a new password by the link from an e-mail. Also open to a signed-in user: the link may be for another user, and
 * ends only that user's session.
 */
export function ResetPasswordPage({ token, onDone }: ResetPasswordPageProps) {
  const { t } = useTexts()
  // Removes the token from the URL and the history.
  useEffect(() => history.replaceState(null, '', '/reset-password'), [])
  return (
    <PublicPage title={t('reset.title')} showsTitle>
      {token ? (
        <ResetForm token={token} onDone={onDone} />
      ) : (
        <Alert color="red" role="alert">
          {t('reset.noToken')}
        </Alert>
      )}
      <BackToSignIn />
    </PublicPage>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTexts()
  const form = useForm({ initialValues: { password: '' }, validate })
  const send = useMutation({ mutationFn: afterSubmitDelay(resetPassword), meta: { showsItsError: true } })
  const isMaybeDone = useLostAnswer(send.error, 'ERR_LINK_EXPIRED')
  const submit = form.onSubmit(({ password }) => {
    if (send.isPending) return
    send.mutate(
      { token, password },
      {
        onSuccess: () => {
          session.end('logout')
          toastSuccess(t('reset.done'), 'password-reset')
          onDone()
        },
        onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
      },
    )
  }, focusFirstError)
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {send.error && !form.errors.password && (
          <Alert color={isMaybeDone ? 'yellow' : 'red'} role="alert">
            <Text size="sm">{isMaybeDone ? t('reset.maybeDone') : textOf(send.error)}</Text>
            <PublicLink to="/forgot-password">{t('reset.askAgain')}</PublicLink>
          </Alert>
        )}
        <PasswordInput
          label={t('users.newPassword')}
          autoComplete="new-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={send.isPending}>
          {t('reset.submit')}
        </Button>
      </Stack>
    </form>
  )
}
