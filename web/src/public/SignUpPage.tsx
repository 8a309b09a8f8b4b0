import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@recado/shared/http/api-error'
import { signUpInput } from '@recado/shared/sessions/session'
import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { afterSubmitDelay, focusFirstError, showRefusals, validatedBy } from '../ui/form.ts'
import { textOf, toastSuccess } from '../ui/toast.ts'
import { signUp } from './account.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { PublicPage } from './PublicPage.tsx'
import { useLostAnswer } from './use-lost-answer.ts'

interface SignUpPageProps {
  /** The company of the invitation's link. */
  companyId: string | undefined
  token: string
  onDone: () => void
}

const FIELD_OF_CODE = { ERR_DUPLICATED_EMAIL: 'email', ERR_PASSWORD_COMMON: 'password' }
const validate = validatedBy(signUpInput.pick({ name: true, email: true, password: true }))

export function SignUpPage({ companyId, token, onDone }: SignUpPageProps) {
  const { t } = useTexts()
  return (
    <PublicPage title={t('signUp.title')} showsTitle>
      {companyId ? (
        <SignUpForm companyId={companyId} token={token} onDone={onDone} />
      ) : (
        <Alert color="red" role="alert">
          {t('signUp.noCompany')}
        </Alert>
      )}
      <BackToSignIn />
    </PublicPage>
  )
}

/** A guest cannot change the plan, so the text says what the inviting admin can do. */
const isPlanFull = (error: unknown) => error instanceof ApiError && error.code === 'ERR_PLAN_LIMIT'

function SignUpForm({ companyId, token, onDone }: SignUpPageProps & { companyId: string }) {
  const { t } = useTexts()
  const form = useForm({ initialValues: { name: '', email: '', password: '' }, validate })
  const send = useMutation({ mutationFn: afterSubmitDelay(signUp), meta: { showsItsError: true } })
  const isMaybeDone = useLostAnswer(send.error, 'ERR_USER_CREATION_DISABLED')
  const submit = form.onSubmit((values) => {
    if (send.isPending) return
    send.mutate(
      { ...values, companyId, token },
      {
        onSuccess: () => {
          toastSuccess(t('signUp.done'), 'signed-up')
          onDone()
        },
        onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
      },
    )
  }, focusFirstError)
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {send.error && !isMaybeDone && (
          <Alert color="red" role="alert" title={t('signUp.failed')}>
            <Text size="sm">{isPlanFull(send.error) ? t('signUp.planFull') : textOf(send.error)}</Text>
          </Alert>
        )}
        {isMaybeDone && (
          <Alert color="yellow" role="alert">
            {t('signUp.maybeDone')}
          </Alert>
        )}
        <TextInput label={t('users.name')} autoComplete="name" autoFocus {...form.getInputProps('name')} />
        <TextInput
          type="email"
          label={t('session.email')}
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('session.password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={send.isPending} mt="xs">
          {t('signUp.submit')}
        </Button>
      </Stack>
    </form>
  )
}
