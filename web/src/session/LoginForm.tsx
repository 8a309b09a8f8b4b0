import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { loginInput } from '@recado/shared/sessions/session'
import { useMutation } from '@tanstack/react-query'
import { signIn } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { focusFirstError, validatedBy } from '../ui/form.ts'
import { textOf } from '../ui/toast.ts'

export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTexts()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: validatedBy(loginInput, 'form.fieldRequired'),
  })
  const login = useMutation({ mutationFn: signIn, onSuccess: onSignedIn, meta: { tellsItsError: true } })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email, password }) => {
        if (!login.isPending) login.mutate({ email: email.trim(), password: password.trim() })
      }, focusFirstError)}
    >
      <Stack>
        {login.isError && (
          <Alert color="red" role="alert">
            {textOf(login.error)}
          </Alert>
        )}
        <TextInput
          type="email"
          label={t('session.email')}
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('session.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={login.isPending} mt="xs">
          {t('session.signIn')}
        </Button>
      </Stack>
    </form>
  )
}
