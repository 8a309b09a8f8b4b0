import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { forgottenPassword } from '@recado/shared/sessions/session'
import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { afterSubmitDelay, focusFirstError, validatedBy } from '../ui/form.ts'
import { Spoken } from '../ui/Spoken.tsx'
import { textOf } from '../ui/toast.ts'
import { forgotPassword } from './account.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { PublicPage } from './PublicPage.tsx'

/** Requests a link to choose a new password. The answer is the same for every e-mail. */
export function ForgotPasswordPage() {
  const { t, language } = useTexts()
  const form = useForm({ initialValues: { email: '' }, validate: validatedBy(forgottenPassword) })
  const send = useMutation({ mutationFn: afterSubmitDelay(forgotPassword), meta: { showsItsError: true } })
  return (
    <PublicPage title={t('forgot.title')} showsTitle>
      {send.isSuccess ? (
        <Alert color="green" role="status">
          <Spoken>{t('forgot.sent')}</Spoken>
        </Alert>
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit((values) => {
            if (!send.isPending) send.mutate({ ...values, language })
          }, focusFirstError)}
        >
          <Stack>
            <Text size="sm">{t('forgot.text')}</Text>
            {send.error && (
              <Alert color="red" role="alert">
                {textOf(send.error)}
              </Alert>
            )}
            <TextInput
              type="email"
              label={t('session.email')}
              autoComplete="username"
              autoFocus
              {...form.getInputProps('email')}
            />
            <Button type="submit" fullWidth loading={send.isPending}>
              {t('forgot.submit')}
            </Button>
          </Stack>
        </form>
      )}
      <BackToSignIn />
    </PublicPage>
  )
}
