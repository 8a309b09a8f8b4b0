import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { focusFirstError } from '../ui/form.ts'
import { textOf } from '../ui/toast.ts'
import { CodeField } from './CodeField.tsx'
import { PublicLink } from './PublicLink.tsx'
import { loadSigningIn, useSignIn } from './use-sign-in.ts'

export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTexts()
  const required = (value: string) => (value.trim() ? null : t('form.fieldRequired'))
  // Fetched while the user types.
  useEffect(() => void loadSigningIn(), [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', code: '' },
    validate: { email: required, password: required },
  })
  const { signIn, reset, isPending, asksForCode, refusal } = useSignIn(onSignedIn)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email, password, code }) => {
        if (isPending) return
        const given = asksForCode && code.trim() ? { code: code.trim() } : {}
        signIn({ email: email.trim(), password: password.trim(), ...given })
      }, focusFirstError)}
    >
      <Stack>
        {refusal && (
          <Alert color="red" role="alert">
            {textOf(refusal)}
          </Alert>
        )}
        {/* Both fields stay in the page for the code, because they are sent with it. */}
        <Stack style={asksForCode ? { display: 'none' } : undefined}>
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
        </Stack>
        {asksForCode && <CodeField key={form.key('code')} {...form.getInputProps('code')} />}
        <Button type="submit" fullWidth loading={isPending} mt="xs">
          {asksForCode ? t('session.confirmCode') : t('session.signIn')}
        </Button>
        {asksForCode ? (
          <Anchor component="button" type="button" size="sm" ta="center" onClick={reset}>
            {t('session.otherAccount')}
          </Anchor>
        ) : (
          <Text size="sm" ta="center">
            <PublicLink to="/forgot-password">{t('session.forgot')}</PublicLink>
          </Text>
        )}
      </Stack>
    </form>
  )
}
