import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@recado/shared/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadSchemas } from '../api/load-schemas.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { focusFirstError } from '../ui/form.ts'
import { textOf } from '../ui/toast.ts'
import { CodeField } from './CodeField.tsx'
import { PublicLink } from './PublicLink.tsx'

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
  const login = useMutation({
    mutationFn: async (credentials: Credentials) => (await loadSigningIn()).signIn(credentials),
    onSuccess: onSignedIn,
    meta: { showsItsError: true },
  })
  const asked = codeOf(login.error)
  // The password was right; only the code is missing.
  const asksForCode = asked === 'ERR_TOTP_REQUIRED' || asked === 'ERR_TOTP_INVALID' || isTryingCode(login)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email, password, code }) => {
        if (login.isPending) return
        const given = asksForCode && code.trim() ? { code: code.trim() } : {}
        login.mutate({ email: email.trim(), password: password.trim(), ...given })
      }, focusFirstError)}
    >
      <Stack>
        {login.isError && asked !== 'ERR_TOTP_REQUIRED' && (
          <Alert color="red" role="alert">
            {textOf(login.error)}
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
        <Button type="submit" fullWidth loading={login.isPending} mt="xs">
          {asksForCode ? t('session.confirmCode') : t('session.signIn')}
        </Button>
        {asksForCode ? (
          <Anchor component="button" type="button" size="sm" ta="center" onClick={login.reset}>
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

type Credentials = Parameters<Awaited<ReturnType<typeof loadSigningIn>>['signIn']>[0]

async function loadSigningIn() {
  await loadSchemas()
  return import('../api/session.ts')
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)

/** The code field stays in the page while the code is checked. */
const isTryingCode = ({ isPending, variables }: Trying) => isPending && variables?.code !== undefined

interface Trying {
  isPending: boolean
  variables: { code?: string | undefined } | undefined
}
